/** `check_port`: who listens, from the kernel's own table, so that a peer's port never matches. */

/** Python; defines `listening`. Needs `BASE` and `PROCFS`. */
export const SOCKETS: string = String.raw`
import socket, sys

LISTEN = b"0A"


def address(text_form):
    """An address of /proc/net/tcp: words of four bytes in the machine's own order."""
    raw, _, port = text_form.partition(b":")
    data = bytes.fromhex(raw.decode("ascii"))
    if sys.byteorder == "little":
        data = b"".join(data[at:at + 4][::-1] for at in range(0, len(data), 4))
    family = socket.AF_INET if len(data) == 4 else socket.AF_INET6
    return socket.inet_ntop(family, data), int(port, 16)


def holders(inodes):
    """Which process holds each socket, as far as the account may see."""
    found = {}
    for pid in pids():
        if len(found) == len(inodes):
            break
        folder = "/proc/%d/fd" % pid
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            try:
                link = os.readlink(folder + "/" + name)
            except OSError:
                continue
            inode = link[8:-1] if link.startswith("socket:[") else ""
            if inode in inodes and inode not in found:
                found[inode] = pid
    return found


def listening(only=None):
    rows, seen = [], False
    for protocol in ("tcp", "tcp6"):
        try:
            lines = content("/proc/net/" + protocol, 8388608).splitlines()[1:]
        except OSError:
            continue
        seen = True
        for line in lines:
            fields = line.split()
            if len(fields) < 10 or fields[3] != LISTEN:
                continue
            place, port = address(fields[1])
            if only is None or port == only:
                rows.append({
                    "protocol": protocol, "address": place, "port": port, "inode": text(fields[9]),
                    "user": user_of(int(fields[7])),
                })
    if not seen:
        raise Fail("UPSTREAM_FAILED", "The machine does not show its sockets in /proc/net", "SOCKETS_NOT_SHOWN")
    cut = len(rows) > 256
    rows = rows[:256]
    found = holders({row["inode"] for row in rows})
    for row in rows:
        row["pid"] = found.get(row.pop("inode"))
        row["process"] = None
        if row["pid"] is not None:
            try:
                row["process"] = Process(row["pid"]).name
            except OSError:
                row["pid"] = None
    rows.sort(key=lambda row: (row["port"], row["protocol"], row["address"]))
    return rows, cut


def check_port(given):
    port = whole(given.get("port"), 1, 65535, "port")
    rows, cut = listening(port)
    return {"port": port, "sockets": rows[:64]}


WORK["check_port"] = check_port
`;
