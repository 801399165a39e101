/** What the compose files say of a service now, by compose itself, beside what runs. */

/** Python; defines `compose_of`, `compose_words`, `state_of_service` and `compose_state`. Needs `COMPOSE_LOOKING`. */
export const COMPOSE_READING: string = String.raw`
import shlex

# Runs in an interpreter that has the YAML library of compose 1, which writes nothing but YAML.
AS_JSON = """
import json, subprocess, sys
try:
    import yaml
except ImportError:
    sys.exit(97)
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
if done.returncode:
    sys.exit(done.returncode)
json.dump(yaml.load(done.stdout.decode("utf-8"), Loader=yaml.SafeLoader), sys.stdout, default=str)
"""
NEVER_BUILT = ("always", "build", "refresh", "daily", "weekly")


def versions():
    found = []
    for argv in (["docker", "compose"], ["docker-compose"]):
        if find(argv[0]) is None:
            continue
        ended = run(argv + ["version", "--short"], 65536, seconds=10)
        version = re.match(r"v?((\d+)\.\d+[0-9A-Za-z.+-]*)\s*\Z", text(ended.out))
        if ended.code == 0 and version:
            found.append({"argv": argv, "version": version.group(1), "major": int(version.group(2))})
    return found


def compose_of(item, version):
    """The compose program; one of the kind that made the container, where the machine has both."""
    if version is not None:
        # Seen a moment ago, in the order that this one goes on from.
        major = int(need(r"\d{1,4}\.[0-9A-Za-z.+-]{1,60}", version["version"], "version").split(".")[0])
        argv = ["docker", "compose"] if version["plugin"] else ["docker-compose"]
        return {"argv": argv, "version": version["version"], "major": major}
    found = versions()
    if not found:
        raise Fail("UNAVAILABLE", "The machine has neither docker compose nor docker-compose", "COMPOSE_NOT_INSTALLED")
    made = (label(item, "version") or "").lstrip("v").split(".")[0]
    alike = [one for one in found if (one["major"] == 1) == (made == "1")]
    return (alike or found)[0]


def joined(parts):
    """Every way in which a list that was joined by commas may have been: a path may have one too."""
    if not parts:
        return [[]]
    ways = []
    for end in range(1, len(parts) + 1):
        path = ",".join(parts[:end])
        if os.path.isfile(path):
            ways.extend([path] + rest for rest in joined(parts[end:]))
    return ways[:64]


def files_of(item, given):
    told = label(item, "project.config_files")
    place = label(item, "project.working_dir")
    if told is None or place is None or not place.startswith("/"):
        raise Fail("VALIDATION_FAILED", "The container does not say which compose files made it",
                   "UNSUPPORTED_CONFIGURATION")

    def absolute(path):
        return os.path.normpath(os.path.join(place, path))

    parts = told.split(",")
    if len(parts) > 16:
        raise Fail("VALIDATION_FAILED", "The project has more than 16 compose files", "UNSUPPORTED_CONFIGURATION")
    if given is not None:
        own = [absolute(path) for path in given]
        plain = sorted(absolute(path) for path in parts)
        if sorted(own) != plain and ",".join(given) != told:
            raise Fail("CONFLICT", "The container was made by other compose files", "DECLARED_RUNTIME_DRIFT")
        # In the order that made it: a later file overrides an earlier one.
        files = own if ",".join(given) == told else [absolute(path) for path in parts]
    else:
        files = [absolute(path) for path in parts]
        if not all(os.path.isfile(path) for path in files) and len(parts) > 1:
            ways = joined([absolute(parts[0])] + parts[1:])
            if len(ways) > 1:
                raise Fail("CONFLICT", "It cannot be told which compose files made the container; name them",
                           "COMPOSE_PROJECT_MISMATCH")
            files = [absolute(path) for path in ways[0]] if ways else files
    if len(files) > 8:
        raise Fail("VALIDATION_FAILED", "The project has more than 8 compose files", "UNSUPPORTED_CONFIGURATION")
    return files, place


def compose_words(compose, project, files, place, item):
    argv = compose["argv"] + ["--project-directory", place, "-p", project]
    variables = label(item, "project.environment_file")
    if variables is not None:
        for path in variables.split(","):
            argv += ["--env-file", path]
    for path in files:
        argv += ["-f", path]
    return argv


def complaint(ended, hide):
    """What compose complains of, without what it quotes from the files."""
    return re.sub(r"\{.*\}", "{...}", re.sub(r'"[^"]*"', '"..."', hide(ended.told())))


def config_of(compose, argv, hide):
    if compose["major"] > 1:
        ended = run(argv + ["config", "--format", "json"], 2000000, seconds=20)
    else:
        path = find(argv[0])
        with open(path, "rb") as program:
            line = re.match(rb"#!\s*(/\S*python[0-9.]*)\s*\Z", program.readline(256))
        for python in ([text(line.group(1))] if line else []) + ["python3"]:
            ended = run([python, "-I", "-c", AS_JSON, path] + argv[1:] + ["config"], 2000000, seconds=20)
            if ended.code != 97:
                break
        else:
            raise Fail("UNAVAILABLE", "No python3 of the machine can read YAML, which docker-compose answers with",
                       "YAML_UNREADABLE")
    if ended.cut or ended.code != 0:
        raise Fail("UPSTREAM_FAILED", "compose config ended with %d: %s" % (ended.code, complaint(ended, hide)),
                   "COMPOSE_CONFIG_FAILED", ended.code)
    config = parsed(ended.out, "compose config")
    if not isinstance(config, dict) or not isinstance(config.get("services"), dict):
        raise Fail("UPSTREAM_FAILED", "compose config names no services", "COMPOSE_CONFIG_FAILED")
    return unescaped(config)


def unescaped(value):
    """Compose writes each dollar twice."""
    if isinstance(value, str):
        return value.replace("$$", "$")
    if isinstance(value, list):
        return [unescaped(entry) for entry in value]
    if isinstance(value, dict):
        return {str(name): unescaped(entry) for name, entry in value.items()}
    return value


def hash_of(argv, service, hide):
    ended = run(argv + ["config", "--hash", service], 65536, seconds=20)
    found = re.search(r"^%s ([0-9a-f]{64})\s*$" % re.escape(service), text(ended.out), re.M)
    if ended.code != 0 or found is None:
        raise Fail("UPSTREAM_FAILED", "compose config --hash ended with %d: %s" % (ended.code, complaint(ended, hide)),
                   "COMPOSE_CONFIG_FAILED", ended.code)
    return found.group(1)


def plain(value):
    return value if value is None or isinstance(value, str) else json.dumps(value)


def mapped(value):
    if isinstance(value, list):
        return {name: rest if sign else None for name, sign, rest in (str(one).partition("=") for one in value)}
    return {name: plain(one) for name, one in value.items()} if isinstance(value, dict) else {}


def split(value):
    return shlex.split(value) if isinstance(value, str) else words(value)


def real_names(section, project):
    names = {}
    for name, conf in (section or {}).items() if isinstance(section, dict) else []:
        conf = conf if isinstance(conf, dict) else {}
        external = conf.get("external")
        other = external.get("name") if isinstance(external, dict) else None
        names[name] = conf.get("name") or other or (name if external else "%s_%s" % (project, name))
    return names


def image_of(name):
    found = inspected("image", [name])
    if not found:
        raise Fail("NOT_FOUND", "The machine has no image %s" % name[:254], "IMAGE_NOT_FOUND")
    return found[0]


def image_facts(image, key, hide):
    config = image.get("Config") or {}
    return {
        "id": image.get("Id") or "", "env": sealed_env(key, pairs(config.get("Env"))),
        "command": hide(words(config.get("Cmd"))), "entrypoint": hide(words(config.get("Entrypoint"))),
        "labels": hide(config.get("Labels") or {}), "healthcheck": hide(health_of(config.get("Healthcheck"))),
    }


def state_of_service(given):
    service = need(NAME, given.get("service"), "service")
    project, key = given.get("project"), need("[0-9a-f]{64}", given.get("key"), "key")
    if project is not None:
        need(NAME, project, "project")
    project, found = containers_of(service, project)
    # A container's maker chose it, and compose gets it as an argument.
    need(NAME, project, "The project's name")
    primary = found[0]
    compose = compose_of(primary, given.get("compose"))
    files, place = files_of(primary, given.get("files"))
    argv = compose_words(compose, project, files, place, primary)
    config = config_of(compose, argv, hider(pairs((primary.get("Config") or {}).get("Env"))))
    definition = config["services"].get(service)
    if not isinstance(definition, dict):
        raise Fail("NOT_FOUND", "The compose files have no such service", "SERVICE_NOT_FOUND")
    image_name = definition.get("image")
    if not isinstance(image_name, str) or not image_name:
        raise Fail("VALIDATION_FAILED", "The compose files name no image for the service", "UNSUPPORTED_CONFIGURATION")
    image = image_of(image_name)
    env = mapped(definition.get("environment"))
    hide = hider(dict(pairs((image.get("Config") or {}).get("Env")), **env))
    check = definition.get("healthcheck")
    deploy = definition.get("deploy") if isinstance(definition.get("deploy"), dict) else {}
    config_hash = hash_of(argv, service, hide)
    declaration = sealed(key, [definition, config.get("volumes"), config.get("networks")])
    wanted = given.get("image")
    state = {
        "compose": "v1" if compose["major"] == 1 else "v2", "compose_version": compose["version"],
        "plugin": len(compose["argv"]) == 2,
        "project": project, "service": service, "files": files, "config_hash": config_hash,
        "declaration": declaration, "containers": [facts(item, key) for item in found],
        "desired": {
            "image": image_name, "command": hide(split(definition.get("command"))),
            "entrypoint": hide(split(definition.get("entrypoint"))), "env": sealed_env(key, env),
            "labels": hide(mapped(definition.get("labels"))), "volumes": definition.get("volumes") or [],
            "tmpfs": definition.get("tmpfs") or [], "networks": sorted(definition.get("networks") or {}),
            "network_mode": definition.get("network_mode"), "ports": definition.get("ports") or [],
            "restart": plain(definition.get("restart")), "restart_policy": deploy.get("restart_policy"),
            "healthcheck": hide(check) if isinstance(check, dict) else None,
            "depends_on": sorted(definition.get("depends_on") or {}),
            "replicas": deploy.get("replicas", definition.get("scale")),
            "mem_limit": plain(definition.get("mem_limit")), "cpus": plain(definition.get("cpus")),
            "limits": (deploy.get("resources") or {}).get("limits"),
            "pull_policy": plain(definition.get("pull_policy")), "keys": sorted(definition),
        },
        "volumes": real_names(config.get("volumes"), project), "networks": real_names(config.get("networks"), project),
        "image": image_facts(image, key, hide),
        # What it was made of, which may have lost its name since.
        "live_image": image_facts((inspected("image", [primary.get("Image") or ""]) or [image])[0], key, hide),
        "named_image_id": None if wanted is None else image_of(wanted).get("Id") or "",
    }
    state["fingerprint"] = sealed(key, [project, files, declaration, config_hash, state["image"]["id"], [
        [one["id"], one["image_id"], one["config_hash"], one["networks"], one["restart"], one["running"]]
        for one in state["containers"]]])
    return state, argv


def compose_state(given):
    return state_of_service(given)[0]


WORK["compose_state"] = compose_state
`;
