/** `get_network_info`: interfaces and their addresses by netlink, and what listens. */

/** Python. Needs `BASE`, `PROCFS` and `SOCKETS`. */
export const NETWORK: string = String.raw`
import struct

GET_ADDRESSES, DONE, ERROR = 22, 3, 2
ASK_ALL = 0x301


def attributes(data):
    found, at = {}, 0
    while at + 4 <= len(data):
        length, kind = struct.unpack_from("=HH", data, at)
        if length < 4:
            break
        found[kind] = data[at + 4:at + length]
        at += (length + 3) & ~3
    return found


def addresses():
    """Per interface index, its addresses with their prefix (rtnetlink(7))."""
    found = {}
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        link.settimeout(2)
        link.bind((0, 0))
        link.send(struct.pack("=IHHIIBBBBI", 24, GET_ADDRESSES, ASK_ALL, 1, 0, socket.AF_UNSPEC, 0, 0, 0, 0))
        while True:
            data, at = link.recv(65536), 0
            while at + 16 <= len(data):
                length, kind = struct.unpack_from("=IH", data, at)
                if kind in (DONE, ERROR) or length < 16:
                    return found
                family, prefix, _, _, index = struct.unpack_from("=BBBBI", data, at + 16)
                inner = attributes(data[at + 24:at + length])
                # The local one; on a link to one peer the other is the peer's.
                raw = inner.get(2, inner.get(1))
                if raw is not None and family in (socket.AF_INET, socket.AF_INET6):
                    found.setdefault(index, []).append("%s/%d" % (socket.inet_ntop(family, raw), prefix))
                at += (length + 3) & ~3


def told_by(name, file):
    try:
        return text(content("/sys/class/net/%s/%s" % (name, file), 256)).strip()
    except OSError:
        return None


def get_network_info(given):
    state = "complete"
    try:
        found = addresses()
    except OSError:
        found, state = {}, "partial"
    interfaces = []
    for index, name in socket.if_nameindex()[:128]:
        mtu = told_by(name, "mtu")
        interfaces.append({
            "name": name, "state": told_by(name, "operstate"), "mac": told_by(name, "address"),
            "mtu": int(mtu) if mtu and mtu.isdigit() else None, "addresses": found.get(index, [])[:64],
        })
    rows, cut = listening()
    return {"interfaces": interfaces, "listening": rows, "state": state, "truncated": cut}


WORK["get_network_info"] = get_network_info
`;
