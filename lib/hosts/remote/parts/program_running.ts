/**
 * `execute_program`, `start_program` and `program_left`: runs a program to its end, and leaves nothing of it behind.
 *
 * A guard in a session of its own starts the program. What the program starts and lets go of becomes the guard's own
 * child, whatever session it makes for itself, so that the guard finds it. The guard ends all of it when the time is up,
 * and when the order's process is gone, as it is once the connection is.
 */

/** Python. Needs `BASE`, `CHILDREN`, `PATHS`, `CONFINING` and `PROGRAM_OPERANDS`. */
export const PROGRAM_RUNNING: string = String.raw`
import pwd

BOTH_STREAMS = 524288
# Seconds: to end when told to, to be gone when killed, for what outlives the program, and all of that.
GENTLE, HARD, DRAIN, RESERVED = 0.8, 1.0, 1.0, 2.6
# Of prctl(2): orphans below become this process's own.
SUBREAPER = 36


def adopt():
    try:
        import ctypes
        return ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


def clean(mark):
    """Nothing of the account's own environment but who it is."""
    own = dict(PLAIN, PATH=USUAL)
    try:
        account = pwd.getpwuid(os.geteuid())
        own.update(HOME=account.pw_dir, USER=account.pw_name, LOGNAME=account.pw_name)
    except KeyError:
        pass
    if mark is not None:
        own["GATEHOUSE_PROGRAM"] = mark
    return own


def stat_of(pid):
    """Parent, state and group; raises OSError when it is gone."""
    with open("/proc/%d/stat" % pid, "rb") as file:
        line = file.read(4096)
    # The name may hold blanks and parentheses: only the last one ends it.
    fields = line[line.rindex(b")") + 2:].split()
    return int(fields[1]), fields[0], int(fields[2])


def living(leader):
    """What lives of the program and of all that it started; the dead that became ours are buried."""
    parents, own = {}, os.getpid()
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                parents[int(name)] = stat_of(int(name))
            except (OSError, ValueError, IndexError):
                continue
    found, fresh = set(), {own}
    while fresh:
        fresh = {pid for pid, (parent, _, _) in parents.items() if parent in fresh and pid not in found}
        found |= fresh
    found |= {pid for pid, (_, _, group) in parents.items() if group == leader}
    for pid in found:
        if parents[pid][1] == b"Z" and parents[pid][0] == own and pid != leader:
            os.waitpid(pid, os.WNOHANG)
    return [pid for pid in found if parents[pid][1] not in (b"Z", b"X")]


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            continue


def end_all(leader, gentle):
    """Ends everything; how many could not be ended."""
    if gentle:
        signal_all(living(leader), signal.SIGTERM)
        end = time.monotonic() + GENTLE
        while time.monotonic() < end and living(leader):
            time.sleep(0.01)
    end = time.monotonic() + HARD
    left_over = living(leader)
    while left_over and time.monotonic() < end:
        signal_all(left_over, signal.SIGKILL)
        time.sleep(0.005)
        left_over = living(leader)
    return len(left_over)


def exited(leader):
    # Seen, not yet buried: its number stays taken, so that its group is surely its own.
    return os.waitid(os.P_PID, leader, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


class Streams(object):
    """Both outputs drained at once while the input is fed."""

    def __init__(self, child, data, held, woken):
        self.parts = {child.stdout.fileno(): [], child.stderr.fileno(): []}
        self.fds = (child.stdout.fileno(), child.stderr.fileno())
        self.open, self.size, self.lost = set(self.fds), 0, False
        self.data, self.child, self.held, self.woken = memoryview(data), child, held, woken
        self.poll = select.poll()
        for fd in self.fds + (held, woken):
            self.poll.register(fd, select.POLLIN)
        if data:
            os.set_blocking(child.stdin.fileno(), False)
            self.poll.register(child.stdin.fileno(), select.POLLOUT)
        elif child.stdin is not None:
            child.stdin.close()

    def step(self, seconds):
        for fd, _ in self.poll.poll(max(0, seconds) * 1000):
            if fd == self.held:
                self.lost = True
            elif fd == self.woken:
                os.read(fd, 512)
            elif fd in self.parts:
                self.take(fd)
            else:
                self.feed(fd)

    def take(self, fd):
        data = os.read(fd, 65536)
        if not data:
            self.poll.unregister(fd)
            self.open.discard(fd)
        data = data[:BOTH_STREAMS - self.size]
        self.parts[fd].append(data)
        self.size += len(data)

    def feed(self, fd):
        try:
            self.data = self.data[os.write(fd, self.data[:65536]):]
        except BlockingIOError:
            return
        except OSError:
            self.data = self.data[:0]
        if not self.data:
            self.poll.unregister(fd)
            self.child.stdin.close()

    def written(self, index):
        return base64.b64encode(b"".join(self.parts[self.fds[index]])).decode("ascii")


def watch(child, streams, end):
    """Until it has ended and nothing of it is left, or has to be ended: why, and what it left behind."""
    quiet = None
    while True:
        now = time.monotonic()
        streams.step(min(0.02 if quiet is not None else 1.0, end - now))
        if streams.lost:
            return "lost", 0
        if streams.size >= BOTH_STREAMS:
            return "cut", 0
        now = time.monotonic()
        if exited(child.pid):
            others = len(living(child.pid))
            if not others and not streams.open:
                return "ended", 0
            quiet = quiet or now
            if now > quiet + DRAIN:
                return "ended", others
        if now >= end:
            return "late", 0


def guard(given, path, words, start_in, held, seconds, rules):
    os.setsid()
    os.fchdir(start_in)
    mark = given.get("mark")
    if mark is not None:
        with open("/proc/self/comm", "w") as name:
            name.write("gh" + mark[:13])
    adopt()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(wake)
    data = encoded(given.get("stdin") or "", "stdin")
    # Its own words only, so that what it is told is what was approved.
    child = subprocess.Popen(
        [given["executable"]] + words, executable=path, stdin=subprocess.PIPE if data else subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean(mark), close_fds=True, start_new_session=True,
        preexec_fn=None if rules is None else lambda: confine(rules))
    left_over, why, others = 0, "lost", 0
    try:
        streams = Streams(child, data, held, woken)
        why, others = watch(child, streams, time.monotonic() + seconds)
    finally:
        left_over = end_all(child.pid, why == "late")
    status = os.waitpid(child.pid, 0)[1] if exited(child.pid) else None
    child.returncode = 0
    if status is None:
        code = None
    else:
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
    return {
        "why": why, "left": left_over, "others": others, "code": code,
        "out": streams.written(0), "err": streams.written(1),
    }


def guarded(told, kept, call, *args):
    """In the guard's own process: what the call gives, as JSON."""
    for fd in range(3, 256):
        if fd != told and fd not in kept:
            try:
                os.close(fd)
            except OSError:
                continue
    try:
        answer = call(*args)
    except Fail as fail:
        answer = {"error": fail.error}
    except OSError as error:
        answer = {"error": of_system(error)}
    view = memoryview(json.dumps(answer).encode("utf-8"))
    while view:
        view = view[os.write(told, view):]


def execute_program(given):
    path = program_path(given)
    start_in, base = place_of(given)
    opened = []
    words = judged(given, base, opened)
    is_reader = given.get("path") is None and given["executable"] in READERS
    rules = ruleset(opened) if is_reader else None
    for fd in opened:
        os.close(fd)
    seconds = left() - RESERVED
    if seconds < 0.2:
        raise Fail("TIMEOUT", "Too little time was left to run the program; nothing was run", "NOTHING_CHANGED")
    begin()
    inner, told = os.pipe()
    held, hold = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            guarded(told, (start_in, held, rules), guard, given, path, words, start_in, held, seconds, rules)
        finally:
            os._exit(0)
    os.close(told)
    os.close(held)
    os.close(start_in)
    parts = []
    while True:
        part = os.read(inner, 65536)
        if not part:
            break
        parts.append(part)
    os.waitpid(pid, 0)
    os.close(hold)
    return told_of(given["executable"], b"".join(parts), seconds)


def told_of(name, data, seconds):
    if not data:
        raise Fail("AMBIGUOUS_OUTCOME", "What watched over %s ended without a word" % name, "GUARD_LOST")
    answer = json.loads(data.decode("utf-8"))
    if "error" in answer:
        error = answer["error"]
        raise Fail(error["code"], error["message"], error["detail"], error["exitCode"])
    rest = "; %d of its processes could not be ended" % answer["left"] if answer["left"] else "; nothing of it is left"
    if answer["why"] == "late":
        raise Fail("AMBIGUOUS_OUTCOME", "%s did not end within %d s and was ended%s" % (name, seconds, rest), "PROGRAM_TIMEOUT")
    if answer["left"] or answer["code"] is None:
        raise Fail("AMBIGUOUS_OUTCOME", "%s was ended%s" % (name, rest), "PROCESSES_LEFT")
    return {
        "out": answer["out"], "err": answer["err"], "code": answer["code"], "cut": answer["why"] == "cut",
        "leftovers": answer["others"],
    }


def marked(mark):
    """How many processes a marked program still has, its guard among them."""
    count, name, variable = 0, ("gh" + mark[:13]).encode(), b"GATEHOUSE_PROGRAM=" + mark.encode()
    for pid in os.listdir("/proc"):
        if not pid.isdigit() or int(pid) == os.getpid():
            continue
        try:
            with open("/proc/%s/comm" % pid, "rb") as file:
                is_guard = file.read(64).strip() == name
            if not is_guard:
                with open("/proc/%s/environ" % pid, "rb") as file:
                    is_its = variable in file.read(65536).split(b"\0")
            if (is_guard or is_its) and stat_of(int(pid))[1] not in (b"Z", b"X"):
                count += 1
        except (OSError, ValueError, IndexError):
            continue
    return count


def program_left(given):
    mark = need("[0-9a-f]{32}", given.get("mark"), "mark")
    end = time.monotonic() + min(10.0, max(0.0, left() - 0.5))
    while True:
        count = marked(mark)
        if not count or time.monotonic() >= end:
            return {"left": count}
        time.sleep(0.02)


WORK["execute_program"] = execute_program
WORK["start_program"] = execute_program
WORK["program_left"] = program_left
`;
