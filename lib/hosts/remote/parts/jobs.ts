/** `remote_job_*`: durable jobs, of which each runs once, whatever becomes of the connection that asked for it. */

/** Python. Needs `BASE` and `JOB_STATE`. */
export const JOBS: string = String.raw`
JOB_NAME = "[A-Za-z0-9_-]{32,128}"
SHOWN = ("jobId", "state", "requestDigest", "createdAt", "safeToRetry", "limits", "startedAt", "finishedAt", "exitCode",
         "runtimeIdentity", "stdoutTruncated", "stderrTruncated", "stdoutDiscardedBytes", "stderrDiscardedBytes",
         "outputCapped", "error", "terminated")


def shown(record):
    """Without what was sent to it."""
    return {name: record[name] for name in SHOWN if record.get(name) is not None}


def existing(given):
    top = jobs_directory()
    job = None if top is None else job_directory(top, need(JOB_NAME, given.get("job_id"), "job_id"))
    if job is None:
        raise Fail("NOT_FOUND", "The machine has no such job", "JOB_MISSING")
    return job


def leader_of(record):
    """The job's first process if it is still that one, a zombie included; None otherwise."""
    identity = record.get("runtimeIdentity")
    if not isinstance(identity, dict) or record.get("bootId", boot()) != boot():
        return None
    pid = str(identity.get("pid"))
    process = seen(int(pid)) if re.match(r"[1-9]\d{0,9}\Z", pid) else None
    return process if process is not None and process.start == identity.get("startTicks") else None


def is_dead(job, record):
    """Nobody works on it any more, and nobody will say how it ended."""
    if record["state"] in ENDED or record["state"] == "queued" or is_worked(job) is not False:
        return False
    leader = leader_of(record)
    return leader is None or leader.gone


def settled(job):
    """The record as it is now; a job that died without a word is lost."""
    record = read_record(job)
    if not is_dead(job, record):
        return record
    lock = take("record.json.lock", job, 1.0)
    if lock is None:
        return record
    try:
        record = read_record(job)
        if is_dead(job, record):
            record.update(state="lost", finishedAt=time.time(),
                          error="What ran the job is gone, by a restart of the machine or from outside; how the program ended is not known")
            write_record(job, record)
        return record
    finally:
        os.close(lock)


def remote_job_status(given):
    return {"record": shown(settled(existing(given)))}


def remote_job_wait(given):
    seconds = given.get("timeout_seconds", 30)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds <= 60:
        raise Fail("VALIDATION_FAILED", "timeout_seconds must be a number from 0 to 60")
    job = existing(given)
    end = time.monotonic() + min(seconds, max(0.0, left() - 0.5))
    while True:
        record = settled(job)
        rest = end - time.monotonic()
        if record["state"] in ENDED or rest <= 0:
            return {"record": shown(record)}
        time.sleep(min(0.25, rest))


WORK["remote_job_status"] = remote_job_status
WORK["remote_job_wait"] = remote_job_wait
`;

/** Python: what a job wrote. Needs `BASE`, `READING`, `JOB_STATE` and `JOBS`. */
export const JOB_OUTPUT: string = String.raw`
# So that the reply and the answer around it keep their own limits.
MAX_TEXT = 930000


def output_of(job, stream):
    try:
        fd = os.open(stream, OPEN_FILE, dir_fd=job)
    except FileNotFoundError:
        return None, 0
    info = os.fstat(fd)
    if not stat.S_ISREG(info.st_mode):
        raise Fail("VALIDATION_FAILED", "The stream is no regular file", "NOT_REGULAR_FILE")
    return fd, info.st_size


def remote_job_output(given):
    stream = need("stdout|stderr", given.get("stream"), "stream")
    offset = whole(given.get("offset", 0), 0, 2 ** 53, "offset")
    limit = whole(given.get("max_bytes", 65536), 1, 1000000, "max_bytes")
    form = need("auto|base64", given.get("encoding", "auto"), "encoding")
    job = existing(given)
    # Asked before the file is read: what had ended by then wrote nothing after it.
    state = settled(job)["state"]
    fd, size = output_of(job, stream)
    data = b"" if fd is None else pieces(fd, offset, limit)
    while True:
        more = offset + len(data) < size
        kept = data
        if form == "auto" and (more or state not in ENDED):
            kept = whole_characters(data)
            # A character that is still being written is left for the next page; one that does not fit is not.
            if not kept and (more or len(data) == limit):
                kept = data
        output, encoding = told(kept, "base64" if kept and not whole_characters(kept) else form)
        if len(json.dumps(output, ensure_ascii=False).encode("utf-8", "replace")) <= MAX_TEXT:
            break
        data = data[:len(data) * 2 // 3]
    end = offset + len(kept)
    return {
        "data": output, "encoding": encoding, "next_offset": end,
        "eof": state in ENDED and end >= size, "size": size, "state": state,
    }


WORK["remote_job_output"] = remote_job_output
`;
