/**
 * Keeps a program that reads files to those that were judged, whatever their names lead to by the time it opens them:
 * the kernel refuses every other (landlock(7); Linux 5.13 and later, where it is turned on).
 */

/** Python; defines `READERS`, `ruleset`, `reopened` and `confine`. Needs `BASE` and `PATHS`. */
export const CONFINING: string = String.raw`
import struct

# Programs that read what they are told to and nothing else.
READERS = ("cat", "grep", "sort", "tail")
# What these programs need of the machine besides their operands. Nothing in there is kept from being read.
COMMON = ("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/tmp", "/var/tmp")
READ_FILE = 4
# Numbers that all of Linux's common architectures share.
CREATE, ADD, RESTRICT = 444, 445, 446
PATH_BENEATH, NO_NEW_PRIVS = 1, 38


def kernel():
    try:
        import ctypes
        return ctypes, ctypes.CDLL(None, use_errno=True)
    except (ImportError, OSError):
        return None, None


def ruleset(fds):
    """Descriptor of what may be read: the machine's own libraries, and what these lead to. None without Landlock."""
    ctypes, libc = kernel()
    if libc is None:
        return None
    handled = ctypes.c_uint64(READ_FILE)
    made = libc.syscall(CREATE, ctypes.byref(handled), ctypes.c_size_t(8), 0)
    if made < 0:
        return None
    for path in COMMON:
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        permit(ctypes, libc, made, fd)
        os.close(fd)
    for fd in fds:
        # A permission for a directory would be one for all that lies below; these programs read none.
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            continue
        if not permit(ctypes, libc, made, fd):
            os.close(made)
            raise Fail("UPSTREAM_FAILED", "The program could not be kept to its files", "NOT_CONFINED")
    return made


def reopened(path):
    """What was judged under its real path, without a link on the way."""
    parts = [part for part in os.fsencode(path).split(b"/") if part]
    top = walk(parts[:-1])
    try:
        return os.open(parts[-1] if parts else b".", os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=top)
    finally:
        os.close(top)


def permit(ctypes, libc, made, fd):
    rule = ctypes.create_string_buffer(struct.pack("=Qi", READ_FILE, fd), 12)
    return libc.syscall(ADD, made, PATH_BENEATH, rule, 0) == 0


def confine(made):
    """In the process that is to become the program."""
    ctypes, libc = kernel()
    if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or libc.syscall(RESTRICT, made, 0) != 0:
        os._exit(71)
`;
