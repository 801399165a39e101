/** What docker knows of a compose service's containers; values of variables stay on the machine. */

/** Python; defines `of_service`, `containers_of`, `facts`, `sealed`, `hider` and `docker_runtime_snapshot`. */
export const COMPOSE_LOOKING: string = String.raw`
import hmac

COMPOSE = "com.docker.compose."
NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,127}"
SECRET_NAME = re.compile("(?i)pass|pwd|secret|token|key|cred|auth|private|dsn|cookie|salt")
MOST = 512


def engine(words, limit=2000000):
    if find("docker") is None:
        raise Fail("UNAVAILABLE", "The machine has no docker program", "DOCKER_NOT_INSTALLED")
    ended = run(["docker"] + words, limit, seconds=10)
    if ended.cut:
        raise Fail("UPSTREAM_FAILED", "docker answered with more than %d bytes" % limit, "TOO_LARGE")
    return ended


def parsed(data, what):
    try:
        return json.loads(text(data))
    except ValueError:
        raise Fail("UPSTREAM_PROTOCOL", what + " answered with what is no JSON", "PARSER_FAILED")


def inspected(kind, names):
    """What docker knows of them; what it does not know is left out."""
    ended = engine([kind, "inspect", "--"] + names)
    if ended.code != 0 and not re.search("(?i)no such (container|object|image)", text(ended.err)):
        must(ended, "docker %s inspect" % kind, "DOCKER_FAILED")
    found = parsed(ended.out, "docker %s inspect" % kind)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def labels_of(item):
    return (item.get("Config") or {}).get("Labels") or {}


def label(item, name):
    value = labels_of(item).get(COMPOSE + name)
    return value if isinstance(value, str) and value else None


def of_service(service):
    """The service's containers, by project; those of single runs are not the service."""
    listed = engine(["ps", "--all", "--quiet", "--no-trunc", "--filter", "label=%sservice=%s" % (COMPOSE, service)])
    ids = text(must(listed, "docker ps", "DOCKER_FAILED").out).split()
    if len(ids) > 64:
        raise Fail("VALIDATION_FAILED", "The service has %d containers; 64 can be handled" % len(ids),
                   "UNSUPPORTED_CONFIGURATION")
    groups = {}
    for item in inspected("container", sorted(ids)) if ids else []:
        # Read from the container itself: the listing joins labels in a way that cannot be taken apart again.
        project = label(item, "project")
        if label(item, "service") == service and project and (label(item, "oneoff") or "").lower() != "true":
            groups.setdefault(project, []).append(item)
    return groups


def containers_of(service, project):
    groups = of_service(service)
    if not groups:
        raise Fail("NOT_FOUND", "No container belongs to a compose service of that name", "SERVICE_NOT_FOUND")
    if project is None:
        if len(groups) > 1:
            raise Fail("CONFLICT", "The service is in the projects " + ", ".join(sorted(groups)[:8]),
                       "AMBIGUOUS_SERVICE")
        project = list(groups)[0]
    elif project not in groups:
        raise Fail("CONFLICT", "The service's containers are of the project " + ", ".join(sorted(groups)[:8]),
                   "COMPOSE_PROJECT_MISMATCH")
    return project, sorted(groups[project], key=lambda item: item["Id"])


def pairs(entries):
    return dict(entry.partition("=")[::2] for entry in entries or [] if isinstance(entry, str))


def sealed(key, value):
    """Tells whether two values are the same to whoever has the key, and nothing else."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hmac.new(bytes.fromhex(key), text.encode("ascii"), hashlib.sha256).hexdigest()


def sealed_env(key, env):
    return {name: None if value is None else sealed(key, [name, value]) for name, value in env.items()}


def hider(env):
    """Replaces what is a variable's value wherever it stands in a text."""
    known = [(value, name) for name, value in env.items()
             if value and len(value) >= (3 if SECRET_NAME.search(name) else 6)]
    known.sort(key=lambda pair: (-len(pair[0]), pair[1]))

    def hide(value):
        if isinstance(value, str):
            for secret, name in known:
                if secret in value:
                    value = value.replace(secret, "[value of %s]" % name)
            return value
        if isinstance(value, list):
            return [hide(entry) for entry in value]
        if isinstance(value, dict):
            return {name: hide(entry) for name, entry in value.items()}
        return value
    return hide


def words(value):
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else None


def health_of(check):
    if not check:
        return None
    return {
        "test": words(check.get("Test")) or [], "interval_ns": check.get("Interval") or 0,
        "timeout_ns": check.get("Timeout") or 0, "start_period_ns": check.get("StartPeriod") or 0,
        "retries": check.get("Retries") or 0,
    }


def mount_of(mount):
    kind = mount.get("Type") or ""
    return {
        "type": kind, "source": (mount.get("Name") if kind == "volume" else mount.get("Source")) or "",
        "destination": mount.get("Destination") or "", "rw": bool(mount.get("RW")),
        "anonymous": kind == "volume" and re.match(r"[0-9a-f]{64}\Z", mount.get("Name") or "") is not None,
    }


def bound(ports):
    return sorted({
        "%s:%s->%s" % (one.get("HostIp") or "", one.get("HostPort") or "", port)
        for port, all in (ports or {}).items() for one in all or []})


def facts(item, key):
    config, host, state = item.get("Config") or {}, item.get("HostConfig") or {}, item.get("State") or {}
    restart, health = host.get("RestartPolicy") or {}, state.get("Health") or {}
    env = pairs(config.get("Env"))
    hide = hider(env)
    network = item.get("NetworkSettings") or {}
    return {
        "id": item["Id"], "names": [(item.get("Name") or "").lstrip("/")], "image": config.get("Image") or "",
        "image_id": item.get("Image") or "", "created": item.get("Created") or "",
        "state": state.get("Status") or "unknown", "running": bool(state.get("Running")),
        "exit_code": state.get("ExitCode"), "health": health.get("Status"),
        "project": label(item, "project"), "service": label(item, "service"),
        "number": label(item, "container-number"), "config_hash": label(item, "config-hash"), "config_files": label(item, "project.config_files"),
        "command": hide(words(config.get("Cmd"))), "entrypoint": hide(words(config.get("Entrypoint"))),
        "env": sealed_env(key, env), "mounts": [mount_of(one) for one in item.get("Mounts") or []],
        "tmpfs": sorted(host.get("Tmpfs") or {}), "networks": sorted(network.get("Networks") or {}),
        "network_mode": host.get("NetworkMode") or "", "bindings": bound(host.get("PortBindings")),
        "ports": bound(network.get("Ports")),
        "labels": hide({name: value for name, value in labels_of(item).items() if not name.startswith(COMPOSE)}),
        "restart": {"name": restart.get("Name") or "no", "retries": restart.get("MaximumRetryCount") or 0},
        "healthcheck": hide(health_of(config.get("Healthcheck"))),
        "memory": host.get("Memory") or 0, "nano_cpus": host.get("NanoCpus") or 0,
    }


def docker_runtime_snapshot(given):
    service, name = given.get("service"), given.get("container")
    key = os.urandom(32).hex()
    if service is not None:
        found = containers_of(need(NAME, service, "service"), None)[1]
    else:
        found = inspected("container", [need(NAME, name, "container")])
        if not found:
            raise Fail("NOT_FOUND", "There is no such container", "CONTAINER_NOT_FOUND")
    return {"containers": [facts(item, key) for item in found[:8]], "count": len(found)}


WORK["docker_runtime_snapshot"] = docker_runtime_snapshot
`;
