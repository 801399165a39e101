/** `analyze_disk`: the file system that holds a path, and what below it is large. */

/** Python. Needs `BASE` and `PATHS`. */
export const DISK: string = String.raw`
def unescaped(word):
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match.group(1), 8)]), word)


def mounted(info):
    """Device, place and type of the file system of that device number."""
    best = (None, None, None)
    wanted = b"%d:%d" % (os.major(info.st_dev), os.minor(info.st_dev))
    with open("/proc/self/mountinfo", "rb") as file:
        for line in file.read(4194304).splitlines():
            left_side, _, right = line.partition(b" - ")
            fields, more = left_side.split(), right.split()
            if len(fields) > 4 and len(more) > 1 and fields[2] == wanted:
                place = unescaped(fields[4])
                if best[1] is None or len(place) < len(best[1]):
                    best = (unescaped(more[1]), place, more[0])
    return [None if part is None else text(part, 500) for part in best]


class Weigh(object):
    def __init__(self, device):
        self.device, self.seen, self.unreadable, self.partial = device, set(), 0, False

    def size(self, name, fd, depth=0):
        """Bytes on disk below a name, on this file system only; each file with several names once."""
        if left() < ORDER["budget"] * 0.1:
            self.partial = True
            return 0
        info = os.stat(name, dir_fd=fd, follow_symlinks=False)
        if info.st_dev != self.device:
            return 0
        if info.st_nlink > 1 and not stat.S_ISDIR(info.st_mode):
            if (info.st_dev, info.st_ino) in self.seen:
                return 0
            self.seen.add((info.st_dev, info.st_ino))
        total = info.st_blocks * 512
        if stat.S_ISDIR(info.st_mode) and depth < 200:
            try:
                inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=fd)
            except OSError:
                self.unreadable += 1
                return total
            try:
                for child in os.listdir(inner):
                    try:
                        total += self.size(os.fsencode(child), inner, depth + 1)
                    except OSError:
                        self.unreadable += 1
            finally:
                os.close(inner)
        return total


def analyze_disk(given):
    fd, info, real = reach(asked(given.get("path", "/")))
    room = os.fstatvfs(fd)
    device, place, kind = mounted(info)
    unit = room.f_frsize
    taken = (room.f_blocks - room.f_bfree) * unit
    visible = taken + room.f_bavail * unit
    found = []
    weigh = Weigh(info.st_dev)
    if stat.S_ISDIR(info.st_mode):
        for name in sorted(os.fsencode(name) for name in os.listdir(fd)):
            try:
                found.append((weigh.size(name, fd), (b"" if real == b"/" else real) + b"/" + name))
            except OSError:
                weigh.unreadable += 1
            if weigh.partial:
                break
    else:
        found.append((info.st_blocks * 512, real))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return {
        "path": text(real),
        "filesystem": {
            "device": device, "mount_point": place, "type": kind, "total_bytes": room.f_blocks * unit,
            "used_bytes": taken, "available_bytes": room.f_bavail * unit,
            "use_percent": -(-100 * taken // visible) if visible else 0,
            "inodes_total": room.f_files, "inodes_used": room.f_files - room.f_ffree,
        },
        "entries": [{"path": text(path), "bytes": size} for size, path in found[:20]],
        "unreadable": weigh.unreadable,
        "state": "partial" if weigh.partial else "complete",
    }


WORK["analyze_disk"] = analyze_disk
`;
