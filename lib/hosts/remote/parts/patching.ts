/** `file_patch_atomic`: puts a file's new bytes in place when the old ones are those that the caller has seen. */

/** Python. Needs `BASE`, `PATHS`, `WRITING` and `LOCKING`. */
export const PATCHING: string = String.raw`
MAX_PATCHED = 1048576


def decoded(value):
    """Canonical base64: one text for the same bytes, because that text is what was approved."""
    try:
        content = base64.b64decode(encoded(value, "content_b64"), validate=True)
    except ValueError:
        raise Fail("VALIDATION_FAILED", "content_b64 is not base64")
    if base64.b64encode(content).decode() != value:
        raise Fail("VALIDATION_FAILED", "content_b64 is not the usual form of base64")
    if len(content) > MAX_CONTENT:
        raise Fail("VALIDATION_FAILED", "The content has %d bytes; the limit is %d" % (len(content), MAX_CONTENT),
                   "SIZE_LIMIT_EXCEEDED")
    return content


def too_large():
    raise Fail("VALIDATION_FAILED", "The file has more than %d bytes" % MAX_PATCHED, "SIZE_LIMIT_EXCEEDED")


def content_of(fd):
    parts, size = [], 0
    while size <= MAX_PATCHED:
        data = os.pread(fd, MAX_PATCHED + 1 - size, size)
        if not data:
            return b"".join(parts)
        parts.append(data)
        size += len(data)
    too_large()


def patchable(info):
    if stat.S_ISDIR(info.st_mode):
        raise Fail("VALIDATION_FAILED", "The path is a directory", "NOT_REGULAR_FILE")
    ordinary(info)
    if info.st_nlink > 1:
        raise Fail("VALIDATION_FAILED", "The file has %d names (hard links)" % info.st_nlink, "HARD_LINKED")
    if info.st_size > MAX_PATCHED:
        too_large()
    return info


def state_of(info):
    return (info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)


def unwritten(error):
    if error.errno in (errno.EACCES, errno.EPERM):
        return Fail("UPSTREAM_FAILED", os.strerror(error.errno), "PERMISSION_DENIED")
    return Fail("UPSTREAM_FAILED", "The new bytes cannot be written: %s" % os.strerror(error.errno), "WRITE_FAILED")


def changed_meanwhile():
    raise Fail("CONFLICT", "Somebody else changed the file while it was being replaced", "CONCURRENT_MODIFICATION")


def put_beside(content, temporary, name, fd, info):
    """The new file with what the old one had, on disk, under a temporary name."""
    out = nameless(fd)
    hidden = out is not None
    if not hidden:
        out = named(temporary, fd)
    try:
        put(content, out)
        lost = attributes(name, fd, out)
        keep(info, out)
        os.fsync(out)
        if hidden:
            # Following the link is how a descriptor gets a name (open(2), O_TMPFILE).
            os.link("/proc/self/fd/%d" % out, temporary, dst_dir_fd=fd, follow_symlinks=True)
        return lost
    finally:
        os.close(out)


def file_patch_atomic(given):
    content = decoded(given.get("content_b64"))
    expected = need("sha256:[0-9a-f]{64}", given.get("expected_digest"), "expected_digest")
    path = writable(given.get("path"))
    # Ends with this process.
    locked("cas.lock")
    parts = [part for part in path.split(b"/") if part]
    fd, name = walk(parts[:-1]), parts[-1]
    patchable(os.stat(name, dir_fd=fd, follow_symlinks=False))
    old = os.open(name, LEAF, dir_fd=fd)
    info = patchable(os.fstat(old))
    before = content_of(old)
    if "sha256:" + hashlib.sha256(before).hexdigest() != expected:
        raise Fail("CONFLICT", "The file has another digest than the expected one", "DIGEST_MISMATCH")
    temporary = b".%s.mcp-cas.%d.%s" % (name[:180], os.getpid(), os.urandom(8).hex().encode())
    try:
        try:
            # Opened before anything is made: without it, the rename could not be made durable.
            synced = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=fd)
            lost = put_beside(content, temporary, name, fd, info)
        except OSError as error:
            raise unwritten(error)
        try:
            now = os.stat(name, dir_fd=fd, follow_symlinks=False)
        except FileNotFoundError:
            changed_meanwhile()
        if state_of(now) != state_of(info) or state_of(os.fstat(old)) != state_of(info) or content_of(old) != before:
            changed_meanwhile()
        begin()
        try:
            os.rename(temporary, name, src_dir_fd=fd, dst_dir_fd=fd)
        except OSError as error:
            begin(False)
            raise unwritten(error)
    except BaseException:
        try:
            os.unlink(temporary, dir_fd=fd)
        except OSError:
            pass
        raise
    os.fsync(synced)
    return {
        "status": "REPLACED", "before_digest": expected, "after_digest": "sha256:" + hashlib.sha256(content).hexdigest(),
        "before_size": len(before), "after_size": len(content), "not_kept": lost,
    }


WORK["file_patch_atomic"] = file_patch_atomic
`;
