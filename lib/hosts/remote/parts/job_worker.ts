/**
 * What carries out one durable job: a process of its own session that needs no connection. It starts the program,
 * keeps its output up to a limit, and writes down how it ended.
 */

/** Python. Needs `BASE`, `CHILDREN`, `PATHS`, `CONFINING` and `JOB_STATE`; run with the job's id as `JOB_ID`. */
export const JOB_WORKER: string = String.raw`
import sys

STREAMS = ("stdout", "stderr")


def adopt():
    """What the program leaves behind becomes ours, so that it is found (prctl(2), PR_SET_CHILD_SUBREAPER)."""
    try:
        import ctypes
        ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)
    except Exception:
        pass


def clean():
    """Nothing of the account's own environment but who it is, and which job this is."""
    own = dict(PLAIN, PATH=USUAL, GATEHOUSE_JOB=JOB_ID)
    try:
        account = pwd.getpwuid(os.geteuid())
        own.update(HOME=account.pw_dir, USER=account.pw_name, LOGNAME=account.pw_name)
    except KeyError:
        pass
    return own


class Child(object):
    """The program, held back until its record is written: nothing runs of which nobody knows."""

    # The account's own, for what the program makes.
    mask = 0o077

    def __init__(self, payload):
        argv = [payload["executable"]] + payload["argv"]
        pipes = [os.pipe() for _ in range(5)]
        (self.input, self.stdin), (self.stdout, out), (self.stderr, err), (gate, self.gate), (self.failed, fail) = (
            pipes[0], pipes[1], pipes[2], pipes[3], pipes[4])
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                for pipe in pipes[1:3]:
                    os.close(pipe[0])
                os.close(self.stdin)
                os.close(self.gate)
                # Whoever held the gate is gone: then this must not run.
                if os.read(gate, 1) != b"1":
                    os._exit(71)
                for number in range(1, signal.NSIG):
                    try:
                        signal.signal(number, signal.SIG_DFL)
                    except (OSError, ValueError):
                        pass
                os.umask(Child.mask)
                os.chdir(payload["cwd"])
                fds = [os.dup(fd) if fd < 3 else fd for fd in (self.input, out, err)]
                for number, fd in enumerate(fds):
                    os.dup2(fd, number)
                reads = payload.get("reads")
                rules = None if reads is None else ruleset([reopened(path) for path in reads])
                if rules is not None:
                    confine(rules)
                os.execve(payload["path"], argv, clean())
            except BaseException as error:
                told = error.strerror if isinstance(error, OSError) else type(error).__name__
                os.write(fail, str(told).encode("utf-8", "replace")[:300] or b"failed")
            finally:
                os._exit(71)
        for fd in (self.input, out, err, gate, fail):
            os.close(fd)
        self.status = None

    def go(self):
        os.write(self.gate, b"1")
        os.close(self.gate)
        # Ends without a word when the program is running.
        told = os.read(self.failed, 300)
        os.close(self.failed)
        return told.decode("utf-8", "replace")

    def ended(self):
        """Whether it has ended. It is not reaped: its number stays taken until its group is dealt with."""
        if self.status is None:
            info = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if info is not None:
                self.status = info.si_status if info.si_code == os.CLD_EXITED else -info.si_status
        return self.status is not None


class Kept(object):
    """One stream's file, up to its limit."""

    def __init__(self, name, job, limit):
        self.fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=job)
        self.left, self.discarded = limit, 0

    def add(self, data):
        kept = data[:self.left]
        try:
            put_all(self.fd, kept)
        except OSError:
            # A full disk must not stop the program: what is not kept is counted.
            kept, self.left = b"", 0
        self.left -= len(kept)
        self.discarded += len(data) - len(kept)


def holders(child):
    """Processes that hold the program's streams open."""
    names = set()
    for fd in (child.stdout, child.stderr):
        try:
            names.add(os.readlink("/proc/self/fd/%d" % fd))
        except OSError:
            pass
    found = set()
    for pid in living():
        if pid == os.getpid():
            continue
        try:
            if any(os.readlink("/proc/%d/fd/%s" % (pid, fd)) in names for fd in os.listdir("/proc/%d/fd" % pid)):
                found.add(pid)
        except OSError:
            continue
    return found


def reap(leader):
    """What was adopted and has ended; the program itself keeps its number."""
    while True:
        try:
            info = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if info is None or info.si_pid == leader:
            return
        os.waitpid(info.si_pid, os.WNOHANG)


def told_of_ends():
    """A descriptor that can be read whenever a child has ended, so that nobody has to look again and again."""
    inner, outer = os.pipe()
    os.set_blocking(inner, False)
    os.set_blocking(outer, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(outer)
    return inner


def pump(child, payload, kept, grace):
    """Feeds the program and drains it; true when its streams ended in time after it."""
    ends = told_of_ends()
    waiting = memoryview((payload["stdin"] or "").encode("utf-8"))
    fds = {child.stdout: kept["stdout"], child.stderr: kept["stderr"]}
    poll = select.poll()
    for fd in fds:
        poll.register(fd, select.POLLIN)
    poll.register(ends, select.POLLIN)
    os.set_blocking(child.stdin, False)
    poll.register(child.stdin, select.POLLOUT)
    end, feeding = None, True
    while True:
        if feeding and not waiting:
            poll.unregister(child.stdin)
            os.close(child.stdin)
            feeding = False
        if end is None and child.ended():
            end = time.monotonic() + grace
        if not fds and end is not None:
            break
        if end is not None and time.monotonic() >= end:
            break
        reap(child.pid)
        for fd, _ in poll.poll(60000 if end is None else 50):
            if fd == ends:
                os.read(ends, 4096)
                continue
            if fd == child.stdin:
                try:
                    waiting = waiting[os.write(fd, waiting[:65536]):]
                except BlockingIOError:
                    pass
                except OSError:
                    waiting = memoryview(b"")
                continue
            data = os.read(fd, 65536)
            if data:
                fds[fd].add(data)
            else:
                poll.unregister(fd)
                del fds[fd]
    if feeding:
        os.close(child.stdin)
    return not fds


def clear(child, drained):
    """Ends what the program left behind in its group or at its streams; how many there were, and whether all are gone."""
    left = {pid for pid, process in living().items() if process.group == child.pid}
    if not drained:
        left |= holders(child)
    count, end = len(left), time.monotonic() + 2.0
    while left and time.monotonic() < end:
        signal_all(child.pid, left, signal.SIGKILL)
        time.sleep(0.02)
        alive = living()
        left = {pid for pid in left if pid in alive}
    return count, not left


def finished(record, child, kept, left):
    count, gone = left
    code = child.status
    record.update(finishedAt=time.time(), exitCode=code)
    for name in STREAMS:
        record[name + "Truncated"] = kept[name].discarded > 0
        record[name + "DiscardedBytes"] = kept[name].discarded
    record["outputCapped"] = any(kept[name].discarded for name in STREAMS)
    if record["state"] == "cancelled":
        return
    if record.get("cancelRequested"):
        record.update(state="cancelled", terminated=gone)
        return
    record["state"] = "succeeded" if code == 0 and count == 0 else "failed"
    record["terminated"] = gone
    if count > 0:
        how = "which were killed" if gone else "not all of which could be killed"
        record["error"] = "The program ended with %d and left %d processes behind, %s" % (code, count, how)


def begin_job(job, record):
    """The program, at work, and its record written; None when it could not be started."""
    payload = record.pop("payload", None)
    child = None
    try:
        if not isinstance(payload, dict):
            raise OSError(errno.EINVAL, "The record of the job says nothing to run")
        child = Child(payload)
        itself = seen(os.getpid())
        record.update(
            state="running", startedAt=time.time(), bootId=boot(),
            runtimeIdentity={"pid": str(child.pid), "pgid": str(child.pid), "startTicks": seen(child.pid).start},
            workerIdentity={"pid": str(os.getpid()), "startTicks": itself.start})
        write_record(job, record)
        failed = child.go()
        if failed:
            raise OSError(errno.ENOEXEC, failed)
        return child, payload
    except Exception as error:
        if child is not None:
            signal_all(child.pid, [child.pid], signal.SIGKILL)
            os.waitpid(child.pid, 0)
        told = error.strerror if isinstance(error, OSError) else str(error)
        record.update(state="failed", finishedAt=time.time(), terminated=True,
                      error=("The program could not be started: " + str(told))[:8192])
        record.pop("runtimeIdentity", None)
        write_record(job, record)
        return None, None


def tell(word):
    """To whoever started us, who may have gone."""
    try:
        os.write(1, word + b"\n")
    except OSError:
        pass
    nothing = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    if nothing > 2:
        os.close(nothing)


def work(job_id):
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    Child.mask = os.umask(0o077)
    adopt()
    job = job_directory(jobs_directory(), job_id)
    if take("worker.lock", job, 0) is None:
        return tell(b"taken")
    lock = take("record.json.lock", job, None)
    record = read_record(job)
    if record["state"] != "queued":
        return tell(b"taken")
    limits = record["limits"]
    child, payload = begin_job(job, record)
    os.close(lock)
    tell(b"begun")
    if child is None:
        return
    kept = {name: Kept(name, job, limits["outputBytes"]) for name in STREAMS}
    drained = pump(child, payload, kept, limits["drainGraceSeconds"])
    left = clear(child, drained)
    for name in STREAMS:
        os.fsync(kept[name].fd)
    take("record.json.lock", job, None)
    record = read_record(job)
    finished(record, child, kept, left)
    write_record(job, record)
    os.waitpid(child.pid, 0)


work(JOB_ID)
`;
