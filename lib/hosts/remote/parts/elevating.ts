/**
 * Orders with another account's rights: the same order, carried out by a supervisor that sudo starts.
 *
 * The supervisor is told nothing until it has said that it runs. So a password goes to sudo alone, and only when sudo
 * asks for one; what fails before that has changed nothing. It lives as long as we hold its input: it belongs to root,
 * so we could not kill it.
 */

/**
 * Python; redefines `reply`. Needs `BASE`, `CHILDREN` and an operation's part; the texts `SUPERVISOR` and `PART` (all of
 * that as one source) stand before it.
 */
export const ELEVATING: string = String.raw`
import sys

READY = b"gatehouse-ready\n"
LOADER = (
    "import os;os.write(1,b'gatehouse-ready\\n');"
    "f=lambda n:b'' if n<1 else (lambda d:d+f(n-len(d)) if d else os._exit(9))(os.read(0,n));"
    "exec(f(int.from_bytes(f(4),'big')).decode())"
)
# The machine's own, where it has one: what runs as root should be root's.
PYTHON = next((path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if os.access(path, os.X_OK)), sys.executable)


def framed(data):
    return len(data).to_bytes(4, "big") + data


class Talk(object):
    """sudo and what it started: two streams read at once, one written."""

    def __init__(self, options):
        path = find("sudo")
        if path is None:
            raise Fail("UNAVAILABLE", "The machine has no sudo", "SUDO_MISSING")
        self.child = subprocess.Popen(
            [path] + options + ["--", PYTHON, "-I", "-S", "-c", LOADER], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment({"LC_ALL": "C"}), cwd="/", close_fds=True,
            bufsize=0)
        self.out, self.err = b"", b""

    def write(self, data):
        view = memoryview(data)
        try:
            while view:
                view = view[self.child.stdin.write(view):]
        except BrokenPipeError:
            pass

    def until(self, done):
        """Reads until that is true; false when both streams ended before it."""
        poll = select.poll()
        fds = {self.child.stdout.fileno(): "out", self.child.stderr.fileno(): "err"}
        for fd in fds:
            poll.register(fd, select.POLLIN)
        while not done():
            if not fds:
                return False
            for fd, _ in poll.poll(200):
                data = os.read(fd, 65536)
                if data:
                    setattr(self, fds[fd], getattr(self, fds[fd]) + data)
                else:
                    poll.unregister(fd)
                    del fds[fd]
            if len(self.out) + len(self.err) > 1500000:
                raise Fail("UPSTREAM_FAILED", "The answer through sudo is too large", "TOO_LARGE")
        return True

    def close(self):
        self.child.stdin.close()
        try:
            return self.child.wait(timeout=3)
        except subprocess.TimeoutExpired:
            return None


def wrong(err):
    return re.search(rb"(?i)sorry, try again|incorrect password|no password was provided|authentication fail", err)


def refusal(talk, password):
    told = text(talk.err, 2000).strip()
    code = talk.close()
    line = (told.splitlines() or ["it said nothing"])[-1][:300]
    if re.search(r"(?i)not (in the sudoers|allowed)|may not run", told):
        raise Fail("UPSTREAM_FAILED", "sudo does not allow this account that: " + line, "SUDO_NOT_ALLOWED", code)
    if password is not None and wrong(talk.err):
        raise Fail("UPSTREAM_FAILED", "sudo refused the configured password", "SUDO_PASSWORD_WRONG", code)
    if re.search(r"(?i)password is required|a terminal is required|askpass", told):
        raise Fail("UPSTREAM_FAILED", "sudo asks for a password, and none is configured", "SUDO_PASSWORD_REQUIRED", code)
    raise Fail("UPSTREAM_FAILED", "sudo failed: " + line, "SUDO_FAILED", code)


def started(password):
    """A supervisor that runs. Without a password first: where sudo wants none, it would reach the program."""
    talk = Talk(["-n"])
    if talk.until(lambda: talk.out.find(READY) >= 0):
        return talk
    asks = re.search(rb"(?i)password is required|a terminal is required", talk.err)
    if password is None or not asks:
        refusal(talk, None)
    talk.close()
    if re.search("[\x00-\x1f]", password):
        raise Fail("UPSTREAM_FAILED", "The configured password has control characters", "SUDO_PASSWORD_WRONG")
    talk = Talk(["-S", "-p", "", "-k"])
    talk.write(password.encode("utf-8") + b"\n")
    # Asked a second time it would take what follows for a password.
    talk.until(lambda: talk.out.find(READY) >= 0 or wrong(talk.err) is not None)
    if talk.out.find(READY) < 0:
        refusal(talk, password)
    return talk


def elevated(given):
    talk = started(ORDER["sudo"].get("password"))
    nonce = os.urandom(16).hex()
    order = {
        "nonce": nonce, "key": "order", "source": PART, "operation": ORDER["operation"], "input": given,
        "budgetMs": int(max(100, (ORDER["deadline"] - time.monotonic() - 0.6) * 1000)), "maxBytes": 990000, "sudo": None,
    }
    begin(ORDER["operation"] in CHANGES)
    talk.write(framed(SUPERVISOR.encode("utf-8")) + framed(json.dumps(order).encode("utf-8")))
    head = re.compile(nonce.encode() + rb" (-?\d+) (\d+)\n")
    data = [None]

    def whole_reply():
        match = head.search(talk.out)
        if match is None or len(talk.out) < match.end() + int(match.group(2)):
            return False
        data[0] = talk.out[match.end():match.end() + int(match.group(2))]
        return True

    if not talk.until(whole_reply):
        code = "AMBIGUOUS_OUTCOME" if ORDER["begun"] else "UPSTREAM_FAILED"
        raise Fail(code, "What sudo started ended without an answer", None, talk.close())
    talk.close()
    reply = json.loads(data[0].decode("utf-8"))
    if reply.get("ok") is not True:
        error = reply["error"]
        if error["code"] in ("TIMEOUT", "INTERNAL_ERROR") and ORDER["begun"] and error["detail"] is None:
            error["code"] = "AMBIGUOUS_OUTCOME"
        raise Fail(error["code"], error["message"], error["detail"], error["exitCode"])
    return reply["data"]


CHANGES = ("change_service_state", "update_system")


def reply(order, alone=reply):
    if order["sudo"] is not None and os.geteuid() != 0:
        WORK[order["operation"]] = elevated
        # The inner one ends itself before; the outer one only passes its answer on.
        RESERVE.clear()
    return alone(order)
`;
