/** What every order stands on: typed failures, the end of its time, and the door `reply`. */

/** Python; defines `Fail`, `begin`, `text`, `need`, `WORK` and `reply`. */
export const BASE: string = String.raw`
import base64, errno, hashlib, json, os, re, select, signal, stat, subprocess, time

WORK = {}
# Seconds before the supervisor's own end at which an order ends itself, with a better answer.
RESERVE = {"update_system": 5.0}
ORDER = {}


class Fail(Exception):
    def __init__(self, code, message, detail=None, exit_code=None):
        Exception.__init__(self, message)
        self.error = failure(code, message, detail, exit_code)


class Late(BaseException):
    pass


def failure(code, message, detail=None, exit_code=None):
    return {"code": code, "message": message[:500], "detail": detail, "exitCode": exit_code}


def begin(begun=True):
    """From here on what ends the order may leave a change behind."""
    ORDER["begun"] = begun


def left():
    """Seconds that the order may still work."""
    return ORDER["deadline"] - RESERVE.get(ORDER["operation"], 0.3) - time.monotonic()


def late(number, frame):
    raise Late()


def text(data, limit=None):
    if limit is not None:
        data = data[:limit]
    return data.decode("utf-8", "replace")


def encoded(value, what):
    """The bytes of a text argument."""
    if not isinstance(value, str):
        raise Fail("VALIDATION_FAILED", what + " must be text")
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        raise Fail("VALIDATION_FAILED", what + " is not valid Unicode")


def whole(value, low, high, what):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Fail("VALIDATION_FAILED", "%s must be a whole number from %d to %d" % (what, low, high))
    return value


def need(pattern, value, what):
    if not isinstance(value, str) or re.match("(?:" + pattern + r")\Z", value, re.ASCII) is None:
        raise Fail("VALIDATION_FAILED", what + " has a form that is not allowed")
    return value


def of_system(error):
    """A failed call of the system, in our codes."""
    told = os.strerror(error.errno) if error.errno else str(error)
    number = error.errno
    if number == errno.ENOENT:
        return failure("NOT_FOUND", told)
    if number in (errno.EACCES, errno.EPERM):
        return failure("UPSTREAM_FAILED", told, "PERMISSION_DENIED")
    if number == errno.ENOTDIR:
        return failure("VALIDATION_FAILED", told, "NOT_A_DIRECTORY")
    if number == errno.EISDIR:
        return failure("VALIDATION_FAILED", told, "IS_A_DIRECTORY")
    if number == errno.ELOOP:
        return failure("VALIDATION_FAILED", "A part of the path is a symbolic link", "SYMLINK_REJECTED")
    if number == errno.ENAMETOOLONG:
        return failure("VALIDATION_FAILED", told, "NAME_TOO_LONG")
    if number in (errno.ENOSPC, errno.EDQUOT):
        return failure("UPSTREAM_FAILED", told, "NO_SPACE")
    if number == errno.EROFS:
        return failure("UPSTREAM_FAILED", told, "READ_ONLY")
    return failure("UPSTREAM_FAILED", told, errno.errorcode.get(number, "SYSTEM"))


def reply(order):
    ORDER.update(order, begun=False)
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, max(0.05, left()))
    try:
        return {"ok": True, "data": WORK[order["operation"]](order["input"])}
    except Fail as fail:
        error = fail.error
    except Late:
        error = failure("TIMEOUT", "The time was up before the work was done; nothing was changed", "NOTHING_CHANGED")
        if ORDER["begun"]:
            error = failure("AMBIGUOUS_OUTCOME", "The time was up while the change was being made")
    except OSError as caught:
        error = of_system(caught)
        if ORDER["begun"]:
            error = failure("AMBIGUOUS_OUTCOME", "The change was made but not confirmed: " + error["message"])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return {"ok": False, "error": error}
`;
