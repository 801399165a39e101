/** How an order runs a program: by argument vector, both streams drained at once, within bytes and time. */

/** Python; defines `run`, `find` and `must`. Needs `BASE`. */
export const CHILDREN: string = String.raw`
# Of the account's own environment; what loads code or changes a program's language stays out.
UNSAFE = re.compile(r"(LD|PYTHON|PERL|RUBY|BASH|GIT|SYSTEMD|APT|DPKG|DEB)_?.*|(LC_.*|LANG|LANGUAGE|ENV|IFS|PAGER|LESS.*|SHELLOPTS|COLUMNS|LINES|NOTIFY_SOCKET)")
PLAIN = {
    "LC_ALL": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1", "PAGER": "cat",
    "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": "cat", "SYSTEMD_URLIFY": "0",
}
USUAL = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def search_path():
    own = [part for part in os.environ.get("PATH", "").split(":") if part.startswith("/")]
    return own + [part for part in USUAL.split(":") if part not in own]


def find(name):
    """Absolute path of a program, or None."""
    if name.startswith("/"):
        return name if os.path.isfile(name) and os.access(name, os.X_OK) else None
    for directory in search_path():
        path = directory + "/" + name
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def environment(more=None):
    own = {name: value for name, value in os.environ.items() if UNSAFE.match(name) is None}
    own.update(PLAIN, PATH=":".join(search_path()))
    own.update(more or {})
    return own


def stop(child, gentle):
    if gentle:
        child.terminate()
        try:
            child.wait(timeout=4)
            return
        except subprocess.TimeoutExpired:
            pass
    child.kill()
    child.wait()


class Ended(object):
    def __init__(self, code, out, err, cut):
        self.code, self.out, self.err, self.cut = code, out, err, cut

    def told(self):
        """The last line of what it complained of."""
        lines = [line for line in text(self.err or self.out).splitlines() if line.strip()]
        return lines[-1].strip()[:300] if lines else "it said nothing"


def run(argv, limit=262144, more=None, seconds=None, gentle=False):
    """Runs a program to its end; never raises for its exit status. Over the limit, it is killed and cut is set."""
    path = find(argv[0])
    if path is None:
        raise Fail("UNAVAILABLE", "The machine has no program %s" % argv[0], "PROGRAM_MISSING")
    child = subprocess.Popen(
        [path] + argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(more), cwd="/", close_fds=True)
    parts = {child.stdout.fileno(): [], child.stderr.fileno(): []}
    poll = select.poll()
    for fd in parts:
        poll.register(fd, select.POLLIN)
    open_fds, size, cut, grace = set(parts), 0, False, None
    end = None if seconds is None else time.monotonic() + seconds
    try:
        while open_fds:
            # A grandchild may hold the streams open after the program has ended.
            for fd, _ in poll.poll(50):
                data = os.read(fd, 65536)
                if not data:
                    poll.unregister(fd)
                    open_fds.discard(fd)
                    continue
                data = data[:limit - size]
                parts[fd].append(data)
                size += len(data)
            now = time.monotonic()
            if size >= limit:
                cut = True
                break
            if end is not None and now > end:
                raise Fail("TIMEOUT", "%s did not end within %d s" % (argv[0], seconds), "PROGRAM_TIMEOUT")
            if child.poll() is not None:
                grace = grace or now + 0.3
                if now > grace:
                    break
        if not cut:
            child.wait()
    finally:
        if child.poll() is None:
            stop(child, gentle)
    out, err = (b"".join(parts[stream.fileno()]) for stream in (child.stdout, child.stderr))
    child.stdout.close()
    child.stderr.close()
    return Ended(child.returncode, out, err, cut)


def refused(ended):
    told = text(ended.err + ended.out)
    return re.search(r"(?i)permission denied|access denied|authentication (is )?required|must be root|"
                     r"are you root|superuser privileges|operation not permitted", told) is not None


def must(ended, name, detail):
    """A typed failure for a program that did not end well."""
    if ended.code == 0 or ended.cut:
        return ended
    if refused(ended):
        raise Fail("UPSTREAM_FAILED", "%s was refused: %s" % (name, ended.told()), "PERMISSION_DENIED", ended.code)
    how = "was killed by signal %d" % -ended.code if ended.code < 0 else "ended with %d" % ended.code
    raise Fail("UPSTREAM_FAILED", "%s %s: %s" % (name, how, ended.told()), detail, ended.code)
`;
