/**
 * `update_system`, by the machine's own package manager and without a question.
 *
 * What takes long, fetching lists and packages, harms nothing when it is cut off; only then are packages installed,
 * and only when enough time is left for it, because an installation that is killed leaves packages half-configured.
 */

/** Python. Needs `BASE` and `CHILDREN`. */
export const UPDATING: string = String.raw`
QUIET = {
    "DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NONINTERACTIVE_SEEN": "true", "APT_LISTCHANGES_FRONTEND": "none",
    "NEEDRESTART_SUSPEND": "1",
}
APT = ["apt-get", "-y", "-q", "-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold",
       "-o", "Dpkg::Use-Pty=0"]
BUSY = r"(?i)could not get lock|unable to (lock|acquire)|is another process using|waiting for (cache|process)|" \
       r"database is locked|unable to lock database"
ENOUGH = 40.0


def step(argv, said):
    ended = run(argv, 400000, QUIET, gentle=True)
    said.append(ended)
    told = text(ended.err + ended.out)
    if ended.code != 0 and re.search(BUSY, told):
        begin(False)
        raise Fail("CONFLICT", "Another package manager is at work: " + ended.told(), "PACKAGE_MANAGER_BUSY", ended.code)
    if ended.cut:
        raise Fail("AMBIGUOUS_OUTCOME" if ORDER["begun"] else "UPSTREAM_FAILED",
                   argv[0] + " said too much and was ended", "OUTPUT_TOO_LARGE")
    if ended.code < 0 and ORDER["begun"]:
        raise Fail("AMBIGUOUS_OUTCOME", argv[0] + " was killed while it installed", None, ended.code)
    return must(ended, " ".join(argv[:1]), "UPDATE_FAILED")


def enough():
    if left() < min(ENOUGH, ORDER["budget"] / 3):
        raise Fail("TIMEOUT", "The packages are fetched but not installed: too little time is left. Call it again",
                   "FETCHED_ONLY")
    begin()


def number(pattern, told):
    match = re.search(pattern, told, re.MULTILINE)
    return int(match.group(1)) if match else None


def apt(said):
    step(APT + ["update"], said)
    step(APT + ["--download-only", "upgrade"], said)
    enough()
    told = text(step(APT + ["upgrade"], said).out)
    return number(r"^(\d+) upgraded", told), os.path.exists("/run/reboot-required") or os.path.exists("/var/run/reboot-required")


def dnf(said, program):
    step([program, "-y", "--downloadonly", "upgrade"], said)
    enough()
    told = text(step([program, "-y", "upgrade"], said).out)
    changed = number(r"^Upgrade\s+(\d+) Packages?", told)
    if changed is None and "Nothing to do" in told:
        changed = 0
    reboot = None
    if find("needs-restarting"):
        # 1: a reboot is needed (dnf-utils).
        reboot = {0: False, 1: True}.get(run(["needs-restarting", "-r"], 65536, QUIET).code)
    return changed, reboot


def apk(said):
    step(["apk", "update"], said)
    enough()
    told = text(step(["apk", "upgrade", "--no-interactive"], said).out)
    return len(re.findall(r"^\(\d+/\d+\) (?:Upgrading|Installing|Replacing) ", told, re.MULTILINE)), None


def update_system(given):
    said = []
    if find("apt-get"):
        manager, (upgraded, reboot) = "apt", apt(said)
    elif find("dnf") or find("yum"):
        manager = "dnf" if find("dnf") else "yum"
        upgraded, reboot = dnf(said, manager)
    elif find("apk"):
        manager, (upgraded, reboot) = "apk", apk(said)
    else:
        raise Fail("UNAVAILABLE", "The machine has none of apt-get, dnf, yum and apk", "PACKAGE_MANAGER_MISSING")
    output = b"".join(ended.out for ended in said)
    errors = b"".join(ended.err for ended in said)
    return {
        "package_manager": manager, "upgraded": upgraded, "reboot_required": reboot,
        "output": text(output[-131072:]), "stderr": text(errors[-32768:]), "exit_code": 0,
        "truncated": len(output) > 131072,
    }


WORK["update_system"] = update_system
`;
