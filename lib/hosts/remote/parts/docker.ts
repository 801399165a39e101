/** `list_docker_containers`, `get_docker_logs` and `get_docker_stats`, by the docker program. */

/** Python. Needs `BASE` and `CHILDREN`. */
export const DOCKER: string = String.raw`
def docker(words, limit=400000):
    if find("docker") is None:
        raise Fail("UNAVAILABLE", "The machine has no docker program", "DOCKER_NOT_INSTALLED")
    ended = run(["docker"] + words, limit)
    told = text(ended.err)
    if ended.code != 0 and not ended.cut:
        if re.search("(?i)no such (container|object)", told):
            raise Fail("NOT_FOUND", ended.told(), "CONTAINER_NOT_FOUND", ended.code)
        must(ended, "docker " + words[0], "DOCKER_FAILED")
    return ended


def rows(words):
    ended = docker(words)
    lines = text(ended.out).split("\n")
    if ended.cut:
        lines.pop()
    found, strange = [], []
    for line in lines:
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if isinstance(row, dict):
            found.append(row)
        else:
            strange.append(line[:200])
    if strange and not found:
        raise Fail("UPSTREAM_PROTOCOL", "docker answered with what is no JSON", "PARSER_FAILED")
    return {
        "rows": found[:256], "strange": strange[:16], "cut": ended.cut or len(found) > 256,
        "stderr": text(ended.err, 20000), "exit_code": 0,
    }


def list_docker_containers(given):
    return rows(["ps", "--all", "--no-trunc", "--format", "{{json .}}"])


def get_docker_stats(given):
    return rows(["stats", "--no-stream", "--no-trunc", "--format", "{{json .}}"])


def get_docker_logs(given):
    name = need(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}", given.get("container"), "container")
    count = whole(given.get("lines", 50), 1, 500, "lines")
    ended = docker(["logs", "--tail", str(count), "--", name])
    return {
        "output": text(ended.out), "stderr": text(ended.err), "exit_code": 0 if ended.cut else ended.code,
        "truncated": ended.cut,
    }


WORK["list_docker_containers"] = list_docker_containers
WORK["get_docker_stats"] = get_docker_stats
WORK["get_docker_logs"] = get_docker_logs
`;
