/** Which files an order may touch, judged on the machine and on what was really opened, not on its name alone. */

/** Python; defines `asked`, `writable`, `walk`, `reach` and `READ_DENIED`. Needs `BASE`. */
export const PATHS: string = String.raw`
READ_DENIED = [b"/etc/shadow", b"/etc/gshadow", b"/etc/shadow-", b"/etc/gshadow-", b"/root/.ssh", b"/proc/kcore",
               b"/proc/kmsg"]
# Memory and environment of processes, and what is used up by being read.
READ_DENIED_FORM = re.compile(rb"/proc/\d+(/task/\d+)?/(mem|environ|auxv)|/sys/kernel/(debug/)?tracing/(.*/)?trace_pipe(_raw)?")
# The same, wherever such a file system is mounted a second time: below a chroot, or bound.
KERNEL_NAMES = {b"mem": b"proc", b"environ": b"proc", b"auxv": b"proc", b"kcore": b"proc", b"kmsg": b"proc",
                b"trace_pipe": b"tracefs", b"trace_pipe_raw": b"tracefs"}
WRITE_DENIED = [b"/etc", b"/boot", b"/dev", b"/proc", b"/root", b"/sys"]
WRITE_ROOTS = [b"/home", b"/opt", b"/srv", b"/tmp", b"/var/log", b"/var/www"]
DIRECTORY = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
LEAF = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def below(path, top):
    return path == top or top == b"/" or path.startswith(top + b"/")


def asked(value):
    """A path argument, without dots and doubled slashes."""
    path = encoded(value, "path")
    if not 0 < len(value) <= 1000 or path[:1] != b"/":
        raise Fail("VALIDATION_FAILED", "path must be absolute and at most 1000 characters long")
    if any(byte < 32 or byte == 127 for byte in path):
        raise Fail("VALIDATION_FAILED", "path has control characters")
    parts = [part for part in path.split(b"/") if part not in (b"", b".")]
    if b".." in parts or b"~" in parts:
        raise Fail("VALIDATION_FAILED", "path has a part that is .. or ~")
    return b"/" + b"/".join(parts)


def denied():
    raise Fail("VALIDATION_FAILED", "This path may not be read", "PATH_DENIED")


def identities():
    """What the denied paths are now: a hard link or a bind mount has another name and the same identity."""
    found = set()
    for path in READ_DENIED:
        try:
            info = os.stat(path)
        except OSError:
            continue
        found.add((info.st_dev, info.st_ino))
    return found


def allow(info, kept):
    if (info.st_dev, info.st_ino) in kept:
        denied()


def of_kernel(name, info):
    """Whether it is one of those that no spelling of its path may lead to; what cannot be known is one."""
    kind = KERNEL_NAMES.get(name)
    if kind is None:
        return False
    device = b"%d:%d" % (os.major(info.st_dev), os.minor(info.st_dev))
    try:
        with open("/proc/self/mountinfo", "rb") as file:
            rows = [row.split(b" - ", 1) for row in file.read(4194304).split(b"\n") if b" - " in row]
    except OSError:
        return True
    return any(front.split()[2] == device and back.split()[0] == kind for front, back in rows)


def is_link(name, fd):
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode)
    except OSError:
        return False


def walk(parts, see=None):
    """Descriptor of the directory that these names lead to from the top; none of them may be a link."""
    fd = os.open("/", DIRECTORY)
    try:
        for part in parts:
            try:
                inner = os.open(part, DIRECTORY, dir_fd=fd)
            except OSError as error:
                if error.errno in (errno.ENOTDIR, errno.ELOOP) and is_link(part, fd):
                    raise OSError(errno.ELOOP, "link")
                raise
            os.close(fd)
            fd = inner
            if see is not None:
                see(os.fstat(fd))
        return fd
    except BaseException:
        os.close(fd)
        raise


def resolved(path):
    """Where a path really leads; refuses what may not be read."""
    real = os.path.realpath(path)
    for top in READ_DENIED:
        if below(real, top) or below(real, os.path.realpath(top)) or below(path, top):
            denied()
    if READ_DENIED_FORM.fullmatch(real):
        denied()
    return real


def reach(path):
    """Opens what a path leads to: a file or a directory. Gives descriptor, its stat and the real path."""
    real = resolved(path)
    parts = [part for part in real.split(b"/") if part]
    kept = identities()
    fd = walk(parts[:-1], lambda info: allow(info, kept))
    try:
        name = parts[-1] if parts else b"."
        leaf, info = open_leaf(name, fd)
    finally:
        os.close(fd)
    try:
        allow(info, kept)
    except Fail:
        os.close(leaf)
        raise
    return leaf, info, real


def open_leaf(name, fd):
    # Looked at before it is opened: opening a device or a pipe can already do something.
    seen = os.stat(name, dir_fd=fd, follow_symlinks=False)
    ordinary(seen)
    if of_kernel(name, seen):
        denied()
    leaf = os.open(name, LEAF, dir_fd=fd)
    try:
        info = os.fstat(leaf)
        ordinary(info)
        return leaf, info
    except BaseException:
        os.close(leaf)
        raise


def ordinary(info):
    if stat.S_ISLNK(info.st_mode):
        raise OSError(errno.ELOOP, "link")
    if not stat.S_ISREG(info.st_mode) and not stat.S_ISDIR(info.st_mode):
        raise Fail("VALIDATION_FAILED", "The path is no regular file", "NOT_REGULAR_FILE")


def regular(info):
    if stat.S_ISDIR(info.st_mode):
        raise OSError(errno.EISDIR, "directory")
    return info


def directory(info):
    if not stat.S_ISDIR(info.st_mode):
        raise OSError(errno.ENOTDIR, "no directory")
    return info


def writable(value):
    """A path argument of a write."""
    path = asked(value)
    if any(below(path, top) for top in WRITE_DENIED) or not any(below(path, top) for top in WRITE_ROOTS):
        raise Fail("VALIDATION_FAILED", "This path may not be written", "PATH_DENIED")
    return path
`;
