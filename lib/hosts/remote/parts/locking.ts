/** Locks on the machine that all who change the same thing take, whichever server they come from. */

/** Python; defines `locked`. Needs `BASE`. */
export const LOCKING: string = String.raw`
import fcntl

# Seconds to wait for others; less when the order's own time is up before.
LOCK_PATIENCE = 15.0


def home():
    path = os.environ.get("HOME", "")
    if not path.startswith("/"):
        import pwd
        path = pwd.getpwuid(os.getuid()).pw_dir
    return path


def unsafe_lock(what):
    raise Fail("UPSTREAM_FAILED", "~/.mikrus-mcp/locks is not safe: %s" % what, "LOCK_UNSAFE")


def own_directory(name, fd):
    try:
        os.mkdir(name, 0o700, dir_fd=fd)
    except FileExistsError:
        pass
    try:
        inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=fd)
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ELOOP):
            unsafe_lock("%s is no directory" % name)
        raise
    info = os.fstat(inner)
    if info.st_uid != os.geteuid() or info.st_mode & 0o022:
        os.close(inner)
        unsafe_lock("others may change %s" % name)
    return inner


def lock_file(name, fd):
    try:
        lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC,
                       0o600, dir_fd=fd)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO, errno.ENODEV):
            unsafe_lock("%s is no regular file" % name)
        raise Fail("UPSTREAM_FAILED", "The lock %s cannot be used: %s" % (name, os.strerror(error.errno)), "LOCK_UNAVAILABLE")
    info = os.fstat(lock)
    if not stat.S_ISREG(info.st_mode) or info.st_uid != os.geteuid():
        os.close(lock)
        unsafe_lock("%s is no regular file of this account" % name)
    return lock


def held(lock, name, fd):
    """Whether the locked file still has its name: whoever took the name away may hold another."""
    try:
        now = os.stat(name, dir_fd=fd, follow_symlinks=False)
    except FileNotFoundError:
        return False
    info = os.fstat(lock)
    return (now.st_dev, now.st_ino) == (info.st_dev, info.st_ino)


def locks():
    """The directory of the locks."""
    try:
        fd = os.open(home(), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in (".mikrus-mcp", "locks"):
            inner = own_directory(part, fd)
            os.close(fd)
            fd = inner
        return fd
    except OSError as error:
        raise Fail("UPSTREAM_FAILED", "~/.mikrus-mcp/locks cannot be used: %s" % os.strerror(error.errno), "LOCK_UNAVAILABLE")


def locked(name, shared=False):
    """Descriptor of the locked file; the lock ends with it. Nobody is waited for without an end."""
    end = time.monotonic() + min(LOCK_PATIENCE, max(0.0, left() - 1.0))
    fd = locks()
    while True:
        lock = lock_file(name, fd)
        try:
            fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            if held(lock, name, fd):
                os.close(fd)
                return lock
        except BlockingIOError:
            pass
        os.close(lock)
        if time.monotonic() >= end:
            raise Fail("CONFLICT", "Another change on the machine holds the lock %s" % name, "LOCK_BUSY")
        time.sleep(0.02)
`;
