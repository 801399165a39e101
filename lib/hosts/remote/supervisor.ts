/**
 * What runs on the machine for as long as a channel is open: it takes orders one after the other, carries each out in
 * a process of its own, and sees to that nothing is left of it.
 *
 * A reply is a line `<nonce> <status> <length>` and that many bytes. The nonce tells it from what the machine's login
 * printed before; the status is the process's exit status, negative for a signal, so that a reply always says how the
 * process ended.
 */

/** Seconds after which a supervisor without orders ends itself: its client may be gone without a word. */
const IDLE_SECONDS = 900;

/** Source of the supervisor: Python 3.6 or later, run with `-I -S` by the loader, which leaves `f`: read exactly. */
export const SUPERVISOR: string = `
import json, select, signal, sys, time
# Not used here: what most orders import, so that it is there when they are forked.
import base64, errno, hashlib, re, stat, subprocess

signal.signal(signal.SIGPIPE, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
sources = {}


def write(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def quiet(call, *args):
    try:
        return call(*args)
    except OSError:
        return None


def failure(code, message, detail=None):
    error = {"code": code, "message": message, "detail": detail, "exitCode": None}
    return json.dumps({"ok": False, "error": error}).encode()


def work(order, out):
    os.setsid()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    nothing = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    budget = order["budgetMs"] / 1000.0
    told = {
        "operation": order["operation"],
        "input": order["input"],
        "budget": budget,
        "deadline": time.monotonic() + budget,
        "sudo": order["sudo"],
    }
    try:
        space = {"__name__": "helper"}
        exec(sources[order["key"]], space)
        text = json.dumps(space["reply"](told), allow_nan=False, ensure_ascii=False)
        # A half character becomes its own escape in JSON.
        data = text.encode("utf-8", "backslashreplace")
    except BaseException as error:
        data = failure("INTERNAL_ERROR", "The helper failed on the machine: " + type(error).__name__, str(error)[:300])
    view = memoryview(data)
    while view:
        view = view[os.write(out, view):]


def carry_out(order):
    end = time.monotonic() + order["budgetMs"] / 1000.0
    inner, out = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(inner)
            work(order, out)
            os._exit(0)
        finally:
            os._exit(70)
    os.close(out)
    data, late, lost = [], False, False
    size = 0
    poll = select.poll()
    poll.register(inner, select.POLLIN)
    poll.register(0, select.POLLIN)
    try:
        while True:
            left = end - time.monotonic()
            if left <= 0:
                late = True
                break
            events = dict(poll.poll(left * 1000 + 1))
            if 0 in events:
                lost = True
                break
            if inner in events:
                part = os.read(inner, 65536)
                if not part:
                    break
                data.append(part)
                size += len(part)
                if size > order["maxBytes"]:
                    break
        while not late and not lost and size <= order["maxBytes"]:
            # Seen, not yet reaped: the number stays taken until its group is gone as well.
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            late = time.monotonic() >= end
            lost = bool(select.select([0], [], [], 0.001)[0])
    finally:
        os.close(inner)
        quiet(os.killpg, pid, signal.SIGKILL)
        quiet(os.kill, pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
    if lost:
        os._exit(8)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
    if late:
        return code, failure("TIMEOUT", "The work took longer than %d ms and was ended" % order["budgetMs"])
    if size > order["maxBytes"]:
        return code, failure("UPSTREAM_FAILED", "The answer has more than %d bytes" % order["maxBytes"], "TOO_LARGE")
    return code, b"".join(data)


def serve():
    while True:
        if not select.select([0], [], [], ${IDLE_SECONDS})[0]:
            os._exit(0)
        order = json.loads(f(int.from_bytes(f(4), "big")).decode())
        if order["source"] is not None:
            sources[order["key"]] = compile(order["source"], "helper", "exec")
        code, data = carry_out(order)
        write(("%s %d %d\\n" % (order["nonce"], code, len(data))).encode() + data)


serve()
`;
