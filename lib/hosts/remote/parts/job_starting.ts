/** `remote_job_start`: makes a job and its worker, or finds the one that is there; then tidies up. */
import { BASE } from "./base.ts";
import { CHILDREN } from "./children.ts";
import { CONFINING } from "./confining.ts";
import { JOB_STATE } from "./job_state.ts";
import { JOB_WORKER } from "./job_worker.ts";
import { PATHS } from "./paths.ts";

// A JSON text is a Python literal too: the escapes of JSON mean the same there.
const WORKER = JSON.stringify(
  [BASE, CHILDREN, PATHS, CONFINING, JOB_STATE].map((part) => part.replace(/^ *#.*\n/gm, "")).join("\n"),
);
const WORK = JSON.stringify(JOB_WORKER.replace(/^ *#.*\n/gm, ""));

/**
 * Python; takes the place of `CHILDREN`, `PATHS`, `CONFINING` and `JOB_STATE`: what the worker needs as well is sent once,
 * as a text that both run. Needs nothing.
 */
export const JOB_TEXTS: string = `
WORKER_PARTS = [${WORKER}, ${WORK}]
exec(WORKER_PARTS[0])
`;

/** Python. Needs `JOB_TEXTS`, `PROGRAM_OPERANDS` and `JOBS`. */
export const JOB_STARTING: string = String.raw`
import sys

LOADER = (
    "import os;"
    "f=lambda n:b'' if n<1 else (lambda d:d+f(n-len(d)) if d else os._exit(9))(os.read(0,n));"
    "exec(f(int.from_bytes(f(4),'big')).decode())"
)
SYSTEMD = "/run/systemd/system"
LINGER = "/var/lib/systemd/linger/"
# Seconds: for systemd to start it, and for the worker to begin.
SCOPE_WAIT, BEGIN_WAIT = 6.0, 8.0
ORPHAN, MOST_REMOVED = 3600.0, 256


def scope():
    """
    What puts the worker beyond the login's end, where logind kills what a login leaves behind. A user's own manager
    ends with the last login unless it lingers, so that its scope would be worse than none.
    """
    path = find("systemd-run")
    if path is None or not os.path.isdir(SYSTEMD):
        return None
    common = ["--scope", "--quiet", "--collect", "--"]
    if os.geteuid() == 0:
        return [path] + common
    try:
        lingers = os.path.exists(LINGER + pwd.getpwuid(os.geteuid()).pw_name)
    except KeyError:
        lingers = False
    return [path, "--user"] + common if lingers and os.path.exists("/run/user/%d/bus" % os.geteuid()) else None


def launch(job_id, prefix):
    """Starts the worker, and waits until it says that it has the job; false when it does not."""
    feed, feeding = os.pipe()
    telling, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            if os.fork() == 0:
                nothing = os.open("/dev/null", os.O_RDWR)
                kept = [os.dup(fd) for fd in (feed, told, nothing)]
                for number, fd in enumerate(kept):
                    os.dup2(fd, number)
                os.chdir("/")
                own = dict(os.environ)
                own.setdefault("XDG_RUNTIME_DIR", "/run/user/%d" % os.geteuid())
                argv = (prefix or []) + [sys.executable, "-I", "-S", "-c", LOADER]
                os.execve(argv[0], argv, own)
        finally:
            os._exit(0)
    os.close(feed)
    os.close(told)
    os.waitpid(pid, 0)
    source = ("%s\nJOB_ID = %r\n%s" % (WORKER_PARTS[0], job_id, WORKER_PARTS[1])).encode("utf-8")
    try:
        put_all(feeding, len(source).to_bytes(4, "big") + source)
    except BrokenPipeError:
        pass
    os.close(feeding)
    wait = SCOPE_WAIT if prefix else BEGIN_WAIT
    ready = select.select([telling], [], [], max(0.1, min(wait, left() - 1.0)))[0]
    answer = os.read(telling, 16) if ready else b""
    os.close(telling)
    return answer in (b"begun\n", b"taken\n")


def started(job, job_id):
    prefix = scope()
    # A worker that comes late finds the job taken: the lock and the state let one in.
    if prefix is not None and launch(job_id, prefix):
        return
    if not launch(job_id, None) and read_record(job)["state"] == "queued":
        raise Fail("AMBIGUOUS_OUTCOME", "The job is recorded, but its worker did not begin in time", "WORKER_SILENT")


def payload_of(given):
    """What the worker is left to do: everything in it is judged by now."""
    stdin = given.get("stdin")
    if stdin is not None and len(encoded(stdin, "stdin")) > 100000:
        raise Fail("VALIDATION_FAILED", "stdin has more than 100000 bytes")
    path = program_path(given)
    fd, base = place_of(given)
    os.close(fd)
    opened = []
    argv = judged(given, base, opened)
    reads = [os.readlink("/proc/self/fd/%d" % fd) for fd in opened]
    for fd in opened:
        os.close(fd)
    return {
        "executable": given["executable"], "path": path, "argv": argv, "stdin": stdin, "cwd": os.fsdecode(base),
        # What a program that only reads is kept to; None for the others.
        "reads": reads if given.get("path") is None and given["executable"] in READERS else None,
    }


def make(top, job_id, record):
    """The job's directory with its record, at once: whoever sees the one sees the other. False when it is there."""
    name = ".new-" + os.urandom(12).hex()
    os.mkdir(name, 0o700, dir_fd=top)
    fd = open_directory(name, top)
    try:
        write_record(fd, record)
        begin()
        os.rename(name, job_id, src_dir_fd=top, dst_dir_fd=top)
        os.fsync(top)
        return True
    except OSError as error:
        begin(False)
        discard(name, top)
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR):
            return False
        raise
    finally:
        os.close(fd)


def is_removed(job_id, top):
    try:
        os.stat(".removed/" + job_id, dir_fd=top, follow_symlinks=False)
        return True
    except OSError:
        return False


def remote_job_start(given):
    job_id = need(JOB_NAME, given.get("job_id"), "job_id")
    digest = need("[0-9a-f]{64}", given.get("request_digest"), "request_digest")
    limits = {
        "outputBytes": whole(given.get("output_bytes", 16777216), 4096, 16777216, "output_bytes"),
        "drainGraceSeconds": whole(given.get("drain_grace_seconds", 30), 1, 60, "drain_grace_seconds"),
    }
    top = jobs_directory(make=True)
    job = job_directory(top, job_id)
    reused = job is not None
    if job is None:
        if is_removed(job_id, top):
            raise Fail("CONFLICT", "The job has run, and its files were removed since", "JOB_REMOVED")
        record = {
            "jobId": job_id, "state": "queued", "requestDigest": digest, "createdAt": time.time(),
            "safeToRetry": False, "limits": limits, "payload": payload_of(given),
        }
        reused = not make(top, job_id, record)
        job = job_directory(top, job_id)
    record = read_record(job)
    if record.get("requestDigest") != digest:
        raise Fail("CONFLICT", "The job's key belongs to another request", "IDEMPOTENCY_CONFLICT")
    if record["state"] == "queued":
        begin()
        started(job, job_id)
    record = settled(job)
    try:
        removed = collect(top, job_id)
    except Exception:
        # The job runs; that old ones could not be removed is no failure of it.
        removed = None
    return {"record": shown(record), "reused": reused, "removed": removed}


def discard(name, top):
    """Removes a directory of plain files; follows nothing, and leaves one that holds more."""
    fd = open_directory(name, top)
    try:
        names = os.listdir(fd)
        if any(stat.S_ISDIR(os.stat(one, dir_fd=fd, follow_symlinks=False).st_mode) for one in names):
            return False
        for one in names:
            os.unlink(one, dir_fd=fd)
    finally:
        os.close(fd)
    os.rmdir(name, dir_fd=top)
    return True


def is_over(name, top, now):
    """Whether a directory is of no use any more: 'old' for an ended job, 'dead' for one that nobody works on."""
    info = os.stat(name, dir_fd=top, follow_symlinks=False)
    if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.geteuid():
        return None
    is_aged = now - info.st_mtime > ORPHAN
    if name.startswith(".new-"):
        return "dead" if is_aged else None
    if re.match("(?:" + JOB_NAME + r")\Z", name) is None:
        return None
    job = open_directory(name, top)
    try:
        try:
            record = read_record(job)
        except (OSError, Fail):
            return "dead" if is_aged and not is_worked(job) else None
        group = (record.get("runtimeIdentity") or {}).get("pgid")
        leader = leader_of(record)
        if is_worked(job) or (leader is not None and not leader.gone):
            return None
        if record["state"] in ENDED:
            ended = record.get("finishedAt") or record.get("createdAt")
            ended = ended if isinstance(ended, (int, float)) else info.st_mtime
            return "old" if now - ended > RETENTION else None
        if record["state"] == "queued":
            return "dead" if is_aged else None
        has_left = group is not None and str(group).isdigit() and members(int(group))
        return "old" if is_aged and not has_left else None
    finally:
        os.close(job)


def remember(name, top):
    """So that a job that has run is not taken for one that never was."""
    try:
        os.mkdir(".removed", 0o700, dir_fd=top)
    except FileExistsError:
        pass
    kept = open_directory(".removed", top)
    try:
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=kept))
        os.fsync(kept)
        for one in os.listdir(kept)[:1024]:
            if time.time() - os.stat(one, dir_fd=kept, follow_symlinks=False).st_mtime > 2 * RETENTION:
                os.unlink(one, dir_fd=kept)
    finally:
        os.close(kept)


def collect(top, own):
    """Removes what is over; how many directories that were."""
    removed, now, end = 0, time.time(), time.monotonic() + min(2.0, max(0.0, left() - 1.0))
    for name in sorted(os.listdir(top))[:4096]:
        if removed >= MOST_REMOVED or time.monotonic() > end:
            break
        if name == own:
            continue
        try:
            over = is_over(name, top, now)
            if over is None:
                continue
            if over == "old":
                remember(name, top)
            removed += 1 if discard(name, top) else 0
        except (OSError, Fail):
            continue
    return removed


WORK["remote_job_start"] = remote_job_start
`;
