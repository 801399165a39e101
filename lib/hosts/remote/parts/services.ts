/** `get_service_status` and `change_service_state`, by systemctl. */

/** Python. Needs `BASE` and `CHILDREN`. */
export const SERVICES: string = String.raw`
SHOWN = ["Id", "Description", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "MainPID",
         "ExecMainStatus", "NRestarts", "ActiveEnterTimestamp", "MemoryCurrent", "TasksCurrent", "FragmentPath"]
NO_SYSTEMD = r"(?i)has not been booted with systemd|failed to connect to bus|can't operate"


def unit(given):
    return need(r"[A-Za-z0-9_@.-]{1,255}", given.get("name"), "name")


def systemctl(words, name, limit=131072):
    # Behind -- a name that begins with a dash is a name.
    ended = run(["systemctl", "--no-pager", "--no-ask-password"] + words + ["--", name], limit)
    if ended.code != 0 and re.search(NO_SYSTEMD, text(ended.err)):
        raise Fail("UNAVAILABLE", "systemd does not run here: " + ended.told(), "SYSTEMD_REQUIRED", ended.code)
    return ended


def shown(name):
    ended = must(systemctl(["show", "-p", ",".join(SHOWN)], name), "systemctl show", "SERVICE_QUERY_FAILED")
    pairs = [line.partition("=") for line in text(ended.out).splitlines()]
    found = {key: value for key, _, value in pairs if key in SHOWN}
    if "LoadState" not in found:
        raise Fail("UPSTREAM_PROTOCOL", "systemctl show did not tell the unit's state", "PARSER_FAILED")
    return found


def absent(found, name):
    if found["LoadState"] == "not-found":
        raise Fail("NOT_FOUND", "The machine has no unit " + name, "SERVICE_NOT_FOUND")
    return found


def get_service_status(given):
    name = unit(given)
    found = absent(shown(name), name)
    ended = systemctl(["status", "--full", "--lines=20"], name)
    # 3: not active; 0–4 are the states of a status call (LSB).
    if ended.code < 0 or ended.code > 4:
        must(ended, "systemctl status", "SERVICE_QUERY_FAILED")
    return {"properties": found, "output": text(ended.out), "stderr": text(ended.err), "exit_code": ended.code}


def change_service_state(given):
    name = unit(given)
    action = need("start|stop|restart|enable|disable", given.get("action"), "action")
    absent(shown(name), name)
    begin()
    ended = systemctl([action], name)
    if ended.code < 0 or ended.cut:
        raise Fail("AMBIGUOUS_OUTCOME", "systemctl %s was cut off" % action, None, ended.code)
    must(ended, "systemctl " + action, "SERVICE_CHANGE_FAILED")
    try:
        properties = shown(name)
    except Fail as fail:
        # It was done: whatever goes wrong now is no failure of the change.
        raise Fail("AMBIGUOUS_OUTCOME", "systemctl %s was done, but not confirmed: %s" % (action, fail))
    return {
        "properties": properties, "output": text(ended.out), "stderr": text(ended.err), "exit_code": ended.code,
    }


WORK["get_service_status"] = get_service_status
WORK["change_service_state"] = change_service_state
`;
