/** `search_in_files`: a fixed text, line by line, without following links and without reading what is no text. */

/** Python. Needs `BASE` and `PATHS`. */
export const SEARCHING: string = String.raw`
PSEUDO = [b"/proc", b"/sys", b"/dev"]


class Search(object):
    def __init__(self, needle):
        self.needle = needle
        self.matches, self.files, self.skipped, self.unreadable = [], 0, 0, 0
        self.state, self.full = "complete", False
        self.kept = identities()

    def stop(self):
        # Some time is kept for the answer.
        if left() < ORDER["budget"] * 0.1:
            self.state = "partial"
        return self.full or self.state == "partial"

    def directory(self, fd, path, depth):
        for name in sorted(os.fsencode(name) for name in os.listdir(fd)):
            if self.stop():
                return
            inner = (b"" if path == b"/" else path) + b"/" + name
            try:
                self.visit(name, fd, inner, depth)
            except Fail:
                self.skipped += 1
            except OSError:
                self.unreadable += 1

    def visit(self, name, fd, path, depth):
        info = os.stat(name, dir_fd=fd, follow_symlinks=False)
        folder = stat.S_ISDIR(info.st_mode)
        if not folder and not stat.S_ISREG(info.st_mode):
            return
        kept_back = any(below(path, top) for top in READ_DENIED) or READ_DENIED_FORM.fullmatch(path)
        if path in PSEUDO or kept_back or (folder and depth > 64):
            self.skipped += 1
            return
        leaf, info = open_leaf(name, fd)
        try:
            allow(info, self.kept)
            if stat.S_ISDIR(info.st_mode):
                self.directory(leaf, path, depth + 1)
            else:
                self.file(leaf, path)
        finally:
            os.close(leaf)

    def file(self, fd, path):
        self.files += 1
        number, rest, found, last = 1, b"", 0, 0
        first = True
        while not self.stop():
            data = os.read(fd, 1048576)
            if first and b"\0" in data[:8192]:
                self.skipped += 1
                return
            first = False
            if not data:
                return
            block, at = rest + data, 0
            while found < 100 and not self.full:
                hit = block.find(self.needle, at)
                if hit < 0:
                    break
                start, end = block.rfind(b"\n", 0, hit) + 1, block.find(b"\n", hit)
                line = number + block.count(b"\n", 0, hit)
                at = len(block) if end < 0 else end + 1
                if line != last:
                    found, last = found + 1, line
                    self.add(path, line, block[max(start, hit - 200):len(block) if end < 0 else end])
            if found >= 100:
                self.state_cut()
                return
            # What may still belong to a match that goes on in the next block.
            cut = max(block.rfind(b"\n") + 1, len(block) - len(self.needle) + 1)
            number += block.count(b"\n", 0, cut)
            rest = block[cut:]

    def state_cut(self):
        self.cut = True

    cut = False

    def add(self, path, line, found):
        self.matches.append({"path": text(path), "line": line, "text": text(found, 500)})
        self.full = len(self.matches) >= 100


def search_in_files(given):
    needle = encoded(given.get("pattern"), "pattern")
    need(r"[A-Za-z0-9_./:@ \t-]{1,1000}", given.get("pattern"), "pattern")
    fd, info, real = reach(asked(given.get("path")))
    search = Search(needle)
    if stat.S_ISDIR(info.st_mode):
        search.directory(fd, real, 0)
    else:
        search.file(fd, real)
    return {
        "matches": search.matches, "files_searched": search.files, "skipped": search.skipped,
        "unreadable": search.unreadable, "state": search.state, "truncated": search.full or search.cut,
    }


WORK["search_in_files"] = search_in_files
`;
