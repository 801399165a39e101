/** `list_directory`. */

/** Python. Needs `BASE` and `PATHS`. */
export const LISTING: string = String.raw`
import grp, pwd

KINDS = [
    (stat.S_ISREG, "file"), (stat.S_ISDIR, "directory"), (stat.S_ISLNK, "link"), (stat.S_ISFIFO, "pipe"),
    (stat.S_ISSOCK, "socket"), (stat.S_ISCHR, "device"), (stat.S_ISBLK, "device"),
]
NAMES = {}


def name_of(number, group=False):
    key = (group, number)
    if key not in NAMES:
        try:
            NAMES[key] = grp.getgrgid(number).gr_name if group else pwd.getpwuid(number).pw_name
        except KeyError:
            NAMES[key] = str(number)
    return NAMES[key]


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(max(0, min(seconds, 253402300799))))


def entry(name, fd):
    info = os.stat(name, dir_fd=fd, follow_symlinks=False)
    target = None
    if stat.S_ISLNK(info.st_mode):
        target = text(os.readlink(name, dir_fd=fd), 1000)
    return {
        "name": text(name),
        "type": next((kind for test, kind in KINDS if test(info.st_mode)), "other"),
        "size": info.st_size,
        "mode": stat.filemode(info.st_mode),
        "owner": name_of(info.st_uid),
        "group": name_of(info.st_gid, True),
        "modified": moment(int(info.st_mtime)),
        "target": target,
    }


def list_directory(given):
    fd, info, real = reach(asked(given.get("path")))
    directory(info)
    names = sorted(os.fsencode(name) for name in os.listdir(fd))
    entries = []
    for name in names[:500]:
        try:
            entries.append(entry(name, fd))
        except FileNotFoundError:
            # It went away between the two looks.
            continue
        except OSError:
            # Such as a mount of another account, which even root may not look at.
            entries.append({
                "name": text(name), "type": "other", "size": 0, "mode": "?", "owner": "?", "group": "?",
                "modified": moment(0), "target": None,
            })
    return {"path": text(real), "entries": entries, "total": len(names), "truncated": len(names) > 500}


WORK["list_directory"] = list_directory
`;
