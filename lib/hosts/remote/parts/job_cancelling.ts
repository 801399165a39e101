/** `remote_job_cancel`: ends a job with all that it started, and signals nothing of which it is not sure. */

/** Python. Needs `BASE`, `JOB_STATE` and `JOBS`. */
export const JOB_CANCELLING: string = String.raw`
# Seconds from asking to forcing, and from forcing to giving up.
ASKED, FORCED = 3.0, 1.0


def group_of(record):
    identity = record.get("runtimeIdentity")
    if isinstance(identity, dict):
        values = [identity.get(name) for name in ("pid", "pgid", "startTicks")]
        well = all(isinstance(value, str) and re.match(r"[1-9]\d{0,18}\Z", value) for value in values)
        if well and values[0] == values[1] and 1 < int(values[0]) < 2 ** 31:
            return int(values[0])
    raise Fail("CONFLICT", "The record of the job does not say which process it is; nothing was signalled",
               "IDENTITY_MALFORMED")


def other():
    raise Fail("CONFLICT", "The process that the job's record names is another one by now; nothing was signalled",
               "PID_IDENTITY_CHANGED")


def worker_of(job, record):
    identity = record.get("workerIdentity")
    if not is_worked(job) or not isinstance(identity, dict) or not str(identity.get("pid")).isdigit():
        return None
    process = seen(int(identity["pid"]))
    return process.pid if process is not None and process.start == identity.get("startTicks") else None


def is_marked(pid, record):
    try:
        with open("/proc/%d/environ" % pid, "rb") as file:
            return ("GATEHOUSE_JOB=%s" % record.get("jobId")).encode() in file.read(131072).split(b"\0")
    except OSError:
        return False


def is_running(job, record, group):
    """Whether there is anything to signal; refuses where it cannot be known whose the processes are."""
    if record.get("bootId", boot()) != boot():
        return False
    process = seen(group)
    if process is None:
        # Its worker would have kept the number. Without one, the group may be anybody's.
        if members(group):
            other()
        return False
    if leader_of(record) is None or process.group != group:
        other()
    worker = worker_of(job, record)
    # The job's own is its worker's child; without a worker, it still has the job's name in its environment.
    is_own = process.parent == worker if worker is not None else is_marked(group, record)
    # Only a job of an older server, which had no worker of ours, is known by its process alone.
    if not is_own and (record.get("workerIdentity") is not None or is_worked(job) is not None):
        other()
    return True


def end_all(group, worker):
    """Asks, then forces; whether nothing of it is left."""
    left = members(group, worker)
    for number, seconds in ((signal.SIGTERM, ASKED), (signal.SIGKILL, FORCED)):
        if not left:
            return True
        signal_all(group, left, number)
        end = time.monotonic() + seconds
        while left and time.monotonic() < end:
            time.sleep(0.02)
            left = members(group, worker)
            if number == signal.SIGKILL:
                signal_all(group, left, number)
    return not left


def remote_job_cancel(given):
    reason = given.get("reason", "operator request")
    if not isinstance(reason, str) or len(encoded(reason, "reason")) > 1024:
        raise Fail("VALIDATION_FAILED", "reason must be a text of at most 256 characters")
    job = existing(given)
    lock = take("record.json.lock", job, 8.0)
    if lock is None:
        raise Fail("CONFLICT", "The job is being changed by another", "LOCK_BUSY")
    record = read_record(job)
    if record["state"] in ENDED:
        return {"record": shown(record)}
    terminated = True
    if record["state"] != "queued" or record.get("runtimeIdentity") is not None:
        group = group_of(record)
        if is_running(job, record, group):
            # The worker reads it in case we do not come back: then too the job is told as cancelled.
            record["cancelRequested"] = {"at": time.time(), "reason": reason[:256]}
            begin()
            write_record(job, record)
            terminated = end_all(group, worker_of(job, record))
    begin()
    record.pop("payload", None)
    record.update(state="cancelled", finishedAt=time.time(), terminated=terminated, error="Cancelled: " + reason[:256])
    write_record(job, record)
    return {"record": shown(record)}


WORK["remote_job_cancel"] = remote_job_cancel
`;
