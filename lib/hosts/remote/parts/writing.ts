/** `write_file`: a whole file, put in place at once, through directories none of which is a link. */

/** Python. Needs `BASE` and `PATHS`. */
export const WRITING: string = String.raw`
MAX_CONTENT = 100000


def file_mode():
    mask = os.umask(0)
    os.umask(mask)
    return 0o644 & ~mask


def leaf_of(name, fd):
    """What stands at the name now, or None."""
    try:
        info = os.stat(name, dir_fd=fd, follow_symlinks=False)
    except FileNotFoundError:
        return None
    ordinary(info)
    regular(info)
    if info.st_nlink > 1:
        raise Fail("VALIDATION_FAILED", "The file has %d names (hard links)" % info.st_nlink, "HARD_LINKED")
    return info


def attributes(name, fd, out):
    """Copies access lists and labels; names what could not be kept."""
    lost = []
    try:
        source = os.open(name, LEAF, dir_fd=fd)
    except OSError:
        return ["extended attributes"]
    try:
        for key in os.listxattr(source):
            try:
                os.setxattr(out, key, os.getxattr(source, key))
            except OSError:
                lost.append(key[:100])
    except OSError:
        pass
    finally:
        os.close(source)
    return lost[:16]


def keep(info, out):
    """Owner before mode: a change of owner clears bits of the mode."""
    now = os.fstat(out)
    if (now.st_uid, now.st_gid) != (info.st_uid, info.st_gid):
        try:
            os.fchown(out, info.st_uid, info.st_gid)
        except PermissionError:
            raise Fail("UPSTREAM_FAILED", "The account cannot keep the file's owner", "OWNER_NOT_KEPT")
    os.fchmod(out, stat.S_IMODE(info.st_mode))


def put(content, out):
    view = memoryview(content)
    while view:
        view = view[os.write(out, view):]


def nameless(fd):
    """A file without a name in that directory, which leaves nothing behind however we end; None where that cannot be."""
    try:
        return os.open(".", os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600, dir_fd=fd)
    except OSError as error:
        # What file systems and kernels say that do not know it (open(2)).
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT):
            return None
        raise


def named(name, fd):
    return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=fd)


def write_file(given):
    content = encoded(given.get("content"), "content")
    if len(content) > MAX_CONTENT:
        raise Fail("VALIDATION_FAILED", "content has %d bytes; the limit is %d" % (len(content), MAX_CONTENT))
    path = writable(given.get("path"))
    parts = [part for part in path.split(b"/") if part]
    fd = walk(parts[:-1])
    name = parts[-1]
    # Opened before anything is made: without it, the rename could not be made durable.
    synced = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=fd)
    info = leaf_of(name, fd)
    temporary = b".gatehouse-" + os.urandom(12).hex().encode() + b".tmp"
    out = nameless(fd)
    hidden = out is not None
    if not hidden:
        out = named(temporary, fd)
    lost = []
    try:
        put(content, out)
        if info is None:
            os.fchmod(out, file_mode())
        else:
            lost = attributes(name, fd, out)
            keep(info, out)
        mode = stat.S_IMODE(os.fstat(out).st_mode)
        os.fsync(out)
        again = leaf_of(name, fd)
        if (again and (again.st_dev, again.st_ino)) != (info and (info.st_dev, info.st_ino)):
            raise Fail("CONFLICT", "The file was replaced by another while it was being written", "CONCURRENT_MODIFICATION")
        if hidden:
            # Following the link is how a descriptor gets a name (open(2), O_TMPFILE).
            os.link("/proc/self/fd/%d" % out, temporary, dst_dir_fd=fd, follow_symlinks=True)
        begin()
        try:
            os.rename(temporary, name, src_dir_fd=fd, dst_dir_fd=fd)
        except OSError:
            begin(False)
            raise
    except BaseException:
        try:
            os.unlink(temporary, dir_fd=fd)
        except OSError:
            pass
        raise
    os.fsync(synced)
    return {
        "output": "WRITE_OK", "created": info is None, "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(), "mode": "%04o" % mode, "not_kept": lost,
    }


WORK["write_file"] = write_file
`;
