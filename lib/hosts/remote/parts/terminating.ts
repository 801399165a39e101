/** `terminate_process`: asks with SIGTERM, and says whether the very process is gone. */

/** Python. Needs `BASE` and `PROCFS`. */
export const TERMINATING: string = String.raw`
MATCHES = 64


def ancestors():
    found, pid = set(), os.getpid()
    while pid > 0 and pid not in found:
        found.add(pid)
        try:
            pid = Process(pid).ppid
        except OSError:
            break
    return found | {1}


def matching(target):
    if target.isdigit():
        try:
            return [Process(int(target))]
        except (OSError, ValueError, OverflowError):
            raise Fail("NOT_FOUND", "No process has the number " + target)
    found = []
    for process in processes():
        try:
            # The kernel's own name is cut at 15 characters; the program's is not.
            if process.state != "Z" and (process.name == target or process.program() == target):
                found.append(process)
        except OSError:
            continue
    if not found:
        raise Fail("NOT_FOUND", "No process has the name " + target)
    if len(found) > MATCHES:
        raise Fail("CONFLICT", "More than %d processes have the name %s" % (MATCHES, target), "TOO_MANY_MATCHES")
    return found


def now(process):
    """Its present state, or None when it is gone or another took its number."""
    try:
        found = Process(process.pid)
    except OSError:
        return None
    return found.state if found.start_ticks == process.start_ticks else None


def terminate(process):
    """Signals the process that was seen, not whoever has its number now."""
    handle = None
    if hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal"):
        try:
            handle = os.pidfd_open(process.pid)
        except OSError as error:
            if error.errno == errno.ESRCH:
                return
    try:
        if now(process) is None:
            return
        if handle is not None:
            signal.pidfd_send_signal(handle, signal.SIGTERM)
        else:
            os.kill(process.pid, signal.SIGTERM)
    except ProcessLookupError:
        return
    finally:
        if handle is not None:
            os.close(handle)


def terminate_process(given):
    target = need("[1-9][0-9]{0,9}|(?=.*[A-Za-z_-])[A-Za-z0-9_-]{1,128}", given.get("target"), "target")
    found = matching(target)
    kept = ancestors()
    for process in found:
        if process.pid in kept or process.kernel:
            raise Fail("VALIDATION_FAILED", "Process %d is the system's or carries this connection" % process.pid,
                       "PROCESS_PROTECTED")
    refused_for = []
    begin()
    for process in found:
        try:
            terminate(process)
        except PermissionError:
            refused_for.append(process.pid)
    if len(refused_for) == len(found):
        raise Fail("UPSTREAM_FAILED", "The account may not end process %d" % refused_for[0], "PERMISSION_DENIED")
    end = time.monotonic() + min(5.0, max(0.0, left() - 1.0))
    waiting = list(found)
    while waiting and time.monotonic() < end:
        waiting = [process for process in waiting if now(process) not in (None, "Z")]
        if waiting:
            time.sleep(0.02)
    alive = {process.pid for process in waiting}
    return {
        "matched": [
            {
                "pid": process.pid, "start_ticks": process.start_ticks, "process": process.name,
                "signalled": process.pid not in refused_for, "gone": process.pid not in alive,
            }
            for process in found
        ],
        "gone": not alive,
    }


WORK["terminate_process"] = terminate_process
`;
