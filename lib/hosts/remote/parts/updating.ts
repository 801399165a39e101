/**
 * `update_system`, by the machine's own package manager and without a question.
 *
 * What takes long, fetching lists and packages, harms nothing when it is cut off; only then are packages installed,
 * and only when enough time is left for it. An installation that has begun is never killed: it would leave packages
 * half-configured, and the machine perhaps without what a login needs. It ends by itself, in a session of its own,
 * with its output in files instead of pipes whose other end may go away.
 */

/** Python. Needs `BASE` and `CHILDREN`. */
export const UPDATING: string = String.raw`
import tempfile

QUIET = {
    "DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NONINTERACTIVE_SEEN": "true", "APT_LISTCHANGES_FRONTEND": "none",
    "NEEDRESTART_SUSPEND": "1",
}
APT = ["apt-get", "-y", "-q", "-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold",
       "-o", "Dpkg::Use-Pty=0"]
BUSY = r"(?i)could not get lock|unable to (lock|acquire)|is another process using|waiting for (cache|process)|" \
       r"database is locked|unable to lock database"
# What the managers say once they change something: from then on a lock that somebody holds is a package's own trouble.
AT_WORK = r"(?m)^(?:(?:Preparing to unpack|Unpacking|Setting up|Removing) |\s*(?:Upgrading|Installing|Updating) +: |" \
          r"\(\d+/\d+\) (?:Upgrading|Installing|Replacing) )"
ENOUGH = 40.0


def step(argv, said):
    return judged(run(argv, 400000, QUIET, gentle=True), argv, said)


def judged(ended, argv, said):
    said.append(ended)
    told = text(ended.err + ended.out)
    if ended.code != 0 and re.search(BUSY, told) and not re.search(AT_WORK, told):
        begin(False)
        raise Fail("CONFLICT", "Another package manager is at work: " + ended.told(), "PACKAGE_MANAGER_BUSY", ended.code)
    if ended.cut:
        raise Fail("UPSTREAM_FAILED", argv[0] + " said too much and was ended", "OUTPUT_TOO_LARGE")
    if ended.code < 0 and ORDER["begun"]:
        raise Fail("AMBIGUOUS_OUTCOME", argv[0] + " was killed while it installed", None, ended.code)
    return must(ended, " ".join(argv[:1]), "UPDATE_FAILED")


def enough():
    if left() < min(ENOUGH, ORDER["budget"] / 3):
        raise Fail("TIMEOUT", "The packages are fetched but not installed: too little time is left. Call it again",
                   "FETCHED_ONLY")
    begin()


def read_back(file):
    file.seek(0)
    return file.read(4194304)


def install(argv, said):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        enough()
        child = subprocess.Popen(
            [find(argv[0])] + argv[1:], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            env=environment(QUIET), cwd="/", close_fds=True, start_new_session=True)
        try:
            child.wait()
        except Late:
            raise Fail("AMBIGUOUS_OUTCOME",
                       "The time is up while packages are being installed; process %d goes on with it by itself" % child.pid,
                       "STILL_INSTALLING")
        return judged(Ended(child.returncode, read_back(out), read_back(err), False), argv, said)


def number(pattern, told):
    match = re.search(pattern, told, re.MULTILINE)
    return int(match.group(1)) if match else None


def apt(said):
    step(APT + ["update"], said)
    step(APT + ["--download-only", "upgrade"], said)
    told = text(install(APT + ["upgrade"], said).out)
    return number(r"^(\d+) upgraded", told), os.path.exists("/run/reboot-required") or os.path.exists("/var/run/reboot-required")


def dnf(said, program):
    step([program, "-y", "--downloadonly", "upgrade"], said)
    told = text(install([program, "-y", "upgrade"], said).out)
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
    told = text(install(["apk", "upgrade", "--no-interactive"], said).out)
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
