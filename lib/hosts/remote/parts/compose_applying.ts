/** Recreates a compose service, when the machine is still as it was judged; and waits for one. */

/** Seconds that compose may take. */
const UP_SECONDS = 55;

/** Python. Needs `LOCKING`, `COMPOSE_LOOKING` and `COMPOSE_READING`. */
export const COMPOSE_APPLYING: string = String.raw`
import tempfile


def close_all_but(*kept):
    low = 3
    for fd in sorted(kept):
        os.closerange(low, fd)
        low = fd + 1
    os.closerange(low, 65536)


def watch(argv, out, log):
    child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                             env=environment(), cwd="/", close_fds=True, start_new_session=True)
    try:
        code = child.wait(timeout=${UP_SECONDS})
    except subprocess.TimeoutExpired:
        code = None
        os.killpg(child.pid, signal.SIGTERM)
        try:
            child.wait(timeout=3)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    size = log.seek(0, 2)
    log.seek(max(0, size - 4000))
    lines = [line.strip() for line in text(log.read()).splitlines() if line.strip()]
    # The last line of compose 1 only says that there were others.
    lines = [line for line in lines if not line.startswith("Encountered errors")]
    os.write(out, json.dumps({"code": code, "told": lines[-1][:1000] if lines else "it said nothing"}).encode())


def project_lock(path):
    """For all accounts of the machine: the project's own file, which each of them has to read."""
    end = time.monotonic() + min(LOCK_PATIENCE, max(0.0, left() - 1.0))
    while True:
        try:
            lock = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as error:
            raise Fail("UPSTREAM_FAILED", "The compose file cannot be opened: " + os.strerror(error.errno),
                       "COMPOSE_CONFIG_FAILED")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            now, info = os.stat(path), os.fstat(lock)
            if (now.st_dev, now.st_ino) == (info.st_dev, info.st_ino):
                return lock
        except (BlockingIOError, FileNotFoundError):
            pass
        os.close(lock)
        if time.monotonic() >= end:
            raise Fail("CONFLICT", "Somebody else on the machine is changing the project", "LOCK_BUSY")
        time.sleep(0.05)


def to_its_end(argv, locks, log):
    """A service that is half recreated is worse than none of it: this goes on, with the lock, when nobody waits any
    more."""
    inner, out = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            close_all_but(out, log.fileno(), *locks)
            watch(argv, out, log)
        finally:
            os._exit(0)
    os.close(out)
    parts = []
    while True:
        part = os.read(inner, 4096)
        if not part:
            break
        parts.append(part)
    os.waitpid(pid, 0)
    data = b"".join(parts)
    return json.loads(text(data)) if data else {"code": None, "told": "compose was lost"}


def compose_up(given):
    expected = need("[0-9a-f]{64}", given.get("fingerprint"), "fingerprint")
    locks = [locked("compose.lock")]
    found = containers_of(need(NAME, given.get("service"), "service"), given.get("project"))[1]
    locks.append(project_lock(files_of(found[0], given.get("files"))[0][0]))
    state, argv = state_of_service(given)
    if state["fingerprint"] != expected:
        raise Fail("CONFLICT", "The service was changed while it was being looked at", "STATE_CHANGED")
    program, log = find(argv[0]), tempfile.TemporaryFile()
    begin()
    ended = to_its_end([program] + argv[1:] + ["up", "-d", "--no-deps", "--force-recreate", "--no-build",
                                              state["service"]], locks, log)
    after = sorted(of_service(state["service"]).get(state["project"], []), key=lambda item: item["Id"])
    told = ended["told"]
    for item in found + after:
        told = hider(pairs((item.get("Config") or {}).get("Env")))(told)
    return {
        "code": ended["code"], "told": re.sub(r'"[^"]*"', '"..."', told)[:300],
        "containers": [facts(item, given["key"]) for item in after],
    }


WORK["compose_up"] = compose_up
`;

/** Python. Needs `COMPOSE_LOOKING` and `COMPOSE_READING`. */
export const COMPOSE_WAITING: string = String.raw`
def checked(item):
    return bool(words(((item.get("Config") or {}).get("Healthcheck") or {}).get("Test") or [])) and \
        item["Config"]["Healthcheck"]["Test"][0] != "NONE"


def standing(item, readiness):
    state = item.get("State") or {}
    if not state.get("Running") or state.get("Restarting") or state.get("Paused"):
        return False
    return readiness == "running" or (state.get("Health") or {}).get("Status") == "healthy"


def service_wait(given):
    service = need(NAME, given.get("service"), "service")
    readiness = need("running|healthy", given.get("readiness", "running"), "readiness")
    project, seconds = given.get("project"), given.get("seconds", 10)
    if not isinstance(seconds, (int, float)) or not 0 < seconds <= 25:
        raise Fail("VALIDATION_FAILED", "timeout_seconds must be from 5 to 25")
    end = time.monotonic() + min(seconds, max(0.0, left() - 1.0))
    before = None
    while True:
        project, found = containers_of(service, project)
        if given.get("files") is not None:
            files_of(found[0], given["files"])
        if readiness == "healthy" and not all(checked(item) for item in found):
            raise Fail("VALIDATION_FAILED", "The service has no health check", "UNSUPPORTED_CONFIGURATION")
        worst = next((item for item in found if not standing(item, readiness)), None)
        starts = [(item["Id"], (item.get("State") or {}).get("StartedAt")) for item in found]
        # What ends right after its start runs for a moment too.
        if worst is None and (readiness == "healthy" or starts == before):
            shown = found[0]["State"]
            return {
                "service": service, "project": project, "readiness": readiness, "state": shown.get("Status") or "running",
                "health": (shown.get("Health") or {}).get("Status"),
            }
        before = starts if worst is None else None
        if time.monotonic() + 1.0 > end:
            break
        time.sleep(1.0)
    state = ((worst or found[0]).get("State") or {})
    health = (state.get("Health") or {}).get("Status")
    told = "%s%s" % (state.get("Status") or "unknown", "" if health is None else ", " + health)
    if health == "unhealthy":
        raise Fail("UPSTREAM_FAILED", "The service is %s" % told, "HEALTH_FAILED")
    raise Fail("TIMEOUT", "After %g s the service is %s" % (seconds, told), "READINESS_TIMEOUT")


WORK["service_wait"] = service_wait
`;
