/** `read_file` and `tail_file`. */

/** Python. Needs `BASE` and `PATHS`. */
export const READING: string = String.raw`
HASHED = 16 * 1024 * 1024


def pieces(fd, offset, length):
    got = []
    while length > 0:
        data = os.pread(fd, min(length, 1048576), offset)
        if not data:
            break
        got.append(data)
        offset += len(data)
        length -= len(data)
    return b"".join(got)


def digest(fd, size):
    """SHA-256 of the whole file and its size as read; the digest is None above 16 MiB."""
    if size > HASHED:
        return None, size
    state, offset = hashlib.sha256(), 0
    while offset <= HASHED:
        data = os.pread(fd, 1048576, offset)
        if not data:
            return state.hexdigest(), offset
        state.update(data)
        offset += len(data)
    return None, max(size, offset)


def whole_characters(data):
    """Without a character that was cut at the end."""
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte & 0xC0 == 0x80:
            continue
        length = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
        return data[:-back] if length > back else data
    return data


# Each is shown as several characters, so that many of them make a text that is neither short nor of use.
CONTROLS = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def told(data, form):
    encoding = "utf-8"
    try:
        shown = data.decode("utf-8")
    except UnicodeDecodeError:
        shown, encoding = data.decode("utf-8", "replace"), "lossy"
    if form == "base64" or b"\0" in data or len(CONTROLS.findall(shown)) * 8 > max(64, len(shown)):
        return base64.b64encode(data).decode("ascii"), "base64"
    return shown, encoding


def read_file(given):
    offset = whole(given.get("offset_bytes", 0), 0, 2 ** 53, "offset_bytes")
    limit = whole(given.get("max_bytes", 65536), 1, 500000, "max_bytes")
    fd, info, _ = reach(asked(given.get("path")))
    regular(info)
    sha256, size = digest(fd, info.st_size)
    data = pieces(fd, offset, limit)
    more = offset + len(data) < size
    form = given.get("encoding", "auto")
    if more and form != "base64" and b"\0" not in data:
        data = whole_characters(data) or data
    output, encoding = told(data, form)
    end = offset + len(data)
    return {
        "output": output, "encoding": encoding, "size": size, "sha256": sha256, "offset_bytes": offset,
        "bytes": len(data), "next_offset": end if more else None, "truncated": more or offset > 0,
    }


def tail_file(given):
    count = whole(given.get("lines", 50), 1, 500, "lines")
    fd, info, _ = reach(asked(given.get("path")))
    regular(info)
    size = info.st_size
    if size == 0:
        size = len(pieces(fd, 0, 262144))
    data, start = b"", size
    while start > 0 and len(data) < 262144 and data.rstrip(b"\n").count(b"\n") < count:
        step = min(65536, start)
        start -= step
        data = pieces(fd, start, step) + data
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    kept = lines[-count:]
    body = b"\n".join(kept) + (b"\n" if ended and kept else b"")
    body = body[-262144:]
    output, encoding = told(body, "auto")
    return {
        "output": output, "encoding": encoding, "size": size, "lines": len(kept),
        "truncated": len(body) < size,
    }


WORK["read_file"] = read_file
WORK["tail_file"] = tail_file
`;
