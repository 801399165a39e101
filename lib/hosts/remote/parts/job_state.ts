/**
 * What the orders on durable jobs and the jobs' own workers share: where a job's files are, its record, and which
 * processes are its own. One text, so that both sides agree.
 */

/** Python. Needs `BASE`. */
export const JOB_STATE: string = String.raw`
import fcntl, pwd

PLACE = [b".cache", b"mikrus-mcp", b"remote-jobs"]
ENDED = ("succeeded", "failed", "cancelled", "lost", "expired")
RETENTION = 604800.0
OPEN_DIR = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
MAX_RECORD = 4 * 1024 * 1024


def account_home():
    own = os.environ.get("HOME", "")
    return own if own.startswith("/") else pwd.getpwuid(os.geteuid()).pw_dir


def open_directory(name, fd):
    try:
        return os.open(name, OPEN_DIR, dir_fd=fd)
    except OSError as error:
        # What open(2) says of a link differs with the flags that it is told along.
        if error.errno in (errno.ENOTDIR, errno.ELOOP) and stat.S_ISLNK(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, "link")
        raise


def jobs_directory(make=False):
    """Descriptor of the directory of all jobs; None when there is none and none is made."""
    fd = os.open(account_home(), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for depth, name in enumerate(PLACE):
            if make:
                try:
                    os.mkdir(name, 0o700, dir_fd=fd)
                except FileExistsError:
                    pass
            try:
                inner = open_directory(name, fd)
            except FileNotFoundError:
                return None
            os.close(fd)
            fd = inner
            info = os.fstat(fd)
            if info.st_uid != os.geteuid():
                raise Fail("UPSTREAM_FAILED", "The directory of the jobs belongs to another account", "JOB_ROOT_UNSAFE")
            if depth > 0 and info.st_mode & 0o077:
                os.fchmod(fd, 0o700)
        found, fd = fd, None
        return found
    finally:
        if fd is not None:
            os.close(fd)


# How a later version of the older server spreads its jobs over three levels.
SHARDS = ("s[0-9a-f]", "b[0-9a-f]{2}", "c[0-9a-f]{2}")


def sharded(top, name, levels=SHARDS):
    """Descriptor of a job's directory below such levels; None when there is none."""
    if not levels:
        try:
            return open_directory(name, top)
        except FileNotFoundError:
            return None
    for shard in os.listdir(top)[:4096]:
        if re.match("(?:" + levels[0] + r")\Z", shard) is None:
            continue
        try:
            inner = open_directory(shard, top)
        except OSError:
            continue
        try:
            found = sharded(inner, name, levels[1:])
        finally:
            os.close(inner)
        if found is not None:
            return found
    return None


def job_directory(top, name):
    """Descriptor of one job's directory; None when there is none."""
    try:
        fd = open_directory(name, top)
    except FileNotFoundError:
        fd = sharded(top, name)
    if fd is None:
        return None
    if os.fstat(fd).st_uid != os.geteuid():
        os.close(fd)
        raise Fail("UPSTREAM_FAILED", "The directory of the job belongs to another account", "JOB_ROOT_UNSAFE")
    return fd


def put_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def read_record(job):
    try:
        fd = os.open("record.json", OPEN_FILE, dir_fd=job)
        try:
            data = b""
            while len(data) <= MAX_RECORD:
                part = os.read(fd, 1048576)
                if not part:
                    break
                data += part
        finally:
            os.close(fd)
        record = json.loads(data.decode("utf-8"))
        if not isinstance(record, dict) or not isinstance(record.get("state"), str):
            raise ValueError()
        return record
    except ValueError:
        raise Fail("UPSTREAM_PROTOCOL", "The record of the job cannot be read", "RECORD_DAMAGED")


def write_record(job, record):
    name = ".record-" + os.urandom(8).hex() + ".tmp"
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=job)
    try:
        put_all(fd, json.dumps(record).encode("ascii"))
        os.fsync(fd)
        os.rename(name, "record.json", src_dir_fd=job, dst_dir_fd=job)
    except BaseException:
        os.unlink(name, dir_fd=job)
        raise
    finally:
        os.close(fd)
    os.fsync(job)


def take(name, job, seconds):
    """Locks a file of the job; None when others hold it for all that time. The descriptor's end is the lock's."""
    fd = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600, dir_fd=job)
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return fd
        except OSError:
            if end is not None and time.monotonic() >= end:
                os.close(fd)
                return None
            time.sleep(0.02)


def is_worked(job):
    """Whether a worker is alive for the job: it holds this lock as long as it lives. None: it never had one of ours."""
    try:
        fd = os.open("worker.lock", OPEN_FILE, dir_fd=job)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(fd)


def boot():
    try:
        with open("/proc/sys/kernel/random/boot_id") as file:
            return file.read().strip()
    except OSError:
        return ""


class Seen(object):
    """One process as the system shows it; raises OSError when it is gone."""

    def __init__(self, pid):
        with open("/proc/%d/stat" % pid, "rb") as file:
            line = file.read(4096)
        # The name may hold blanks and parentheses: only the last one ends it.
        fields = line[line.rindex(b")") + 2:].split()
        self.pid = pid
        self.gone = fields[0] in (b"Z", b"X", b"x")
        self.parent, self.group, self.session = (int(field) for field in fields[1:4])
        self.start = fields[19].decode("ascii")


def seen(pid):
    try:
        return Seen(pid)
    except (OSError, ValueError, IndexError):
        return None


def living():
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            process = seen(int(name))
            if process is not None and not process.gone:
                found[process.pid] = process
    return found


def members(group, worker=None):
    """The living processes of a group, and all that come from it or from the worker, which adopts what others leave."""
    every = living()
    own = {pid for pid, process in every.items() if process.group == group}
    wave = own | {worker}
    while wave:
        wave = {pid for pid, process in every.items() if process.parent in wave and pid not in own and pid != worker}
        own |= wave
    return own


def signal_all(group, pids, number):
    """The group at once, so that none of it gets away by forking, and then what left it."""
    try:
        os.killpg(group, number)
    except OSError:
        pass
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            pass
`;
