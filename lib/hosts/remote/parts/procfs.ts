/** What `/proc` says of processes. */

/** Python; defines `Process`, `processes`, `user_of`. Needs `BASE`. */
export const PROCFS: string = String.raw`
import pwd

USERS = {}
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
KERNEL_THREAD = 0x00200000


def content(path, limit=65536):
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = b""
        while len(data) < limit:
            part = os.read(fd, limit - len(data))
            if not part:
                break
            data += part
        return data
    finally:
        os.close(fd)


def user_of(uid):
    if uid not in USERS:
        try:
            USERS[uid] = pwd.getpwuid(uid).pw_name
        except KeyError:
            USERS[uid] = str(uid)
    return USERS[uid]


class Process(object):
    """One process; raises OSError when it is gone."""

    def __init__(self, pid):
        line = content("/proc/%d/stat" % pid, 4096)
        # The name may hold blanks and parentheses: only the last one ends it.
        fields = line[line.rindex(b")") + 2:].split()
        self.pid = pid
        self.name = text(line[line.index(b"(") + 1:line.rindex(b")")])
        self.state = text(fields[0])
        self.ppid = int(fields[1])
        self.kernel = bool(int(fields[6]) & KERNEL_THREAD)
        self.cpu_ticks = int(fields[11]) + int(fields[12])
        self.start_ticks = int(fields[19])
        self.rss = max(0, int(fields[21])) * PAGE

    def uid(self):
        return os.stat("/proc/%d" % self.pid).st_uid

    def argv(self):
        data = content("/proc/%d/cmdline" % self.pid, 4096).rstrip(b"\0")
        return [text(part) for part in data.split(b"\0")][:128] if data else []

    def program(self):
        argv = self.argv()
        return argv[0].rsplit("/", 1)[-1] if argv else self.name

    def row(self):
        return {
            "pid": self.pid, "ppid": self.ppid, "user": user_of(self.uid()), "state": self.state,
            "name": self.name, "argv": self.argv(), "rss": self.rss,
        }


def pids():
    return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())


def processes():
    found = []
    for pid in pids()[:32768]:
        try:
            found.append(Process(pid))
        except (OSError, ValueError, IndexError):
            continue
    return found
`;
