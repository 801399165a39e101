/** What a program was told, judged on the machine: paths by what they lead to, addresses by what their names stand for. */

/** Python; defines `place_of`, `judged` and `program_path`. Needs `BASE`, `CHILDREN` and `PATHS`. */
export const PROGRAM_OPERANDS: string = String.raw`
import ipaddress, socket

NAT64 = ipaddress.ip_network("64:ff9b::/96")


def place_of(given):
    """The directory that the program starts in: a descriptor, and where it really is."""
    fd, info, real = reach(asked(given.get("cwd") or "/"))
    try:
        directory(info)
    except OSError:
        os.close(fd)
        raise
    return fd, real


def judge_path(word, base):
    """What a path leads to now, opened."""
    path = asked(word if word[:1] == "/" else "/" + word)
    if word[:1] != "/":
        path = base.rstrip(b"/") + path
    try:
        return reach(path)[0]
    except OSError as error:
        found = of_system(error)
        raise Fail(found["code"], "%s: %s" % (word[:200], found["message"]), found["detail"])


def public(written):
    address = ipaddress.ip_address(written.split("%")[0])
    if address.version == 6:
        if address in NAT64:
            address = ipaddress.ip_address(int(address) & 0xffffffff)
        elif address.ipv4_mapped or address.sixtofour or address.teredo:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def judge_url(word):
    """Words for curl that hold it to the addresses that were judged."""
    match = re.match(r"(https?)://(?:([A-Za-z0-9.-]+)|\[([0-9A-Fa-f:.]+)\])(?::([0-9]{1,5}))?(?:[/?]|\Z)", word)
    if match is None:
        raise Fail("VALIDATION_FAILED", "The URL has a form that is not allowed")
    host = match.group(2) or match.group(3)
    port = int(match.group(4) or (443 if match.group(1) == "https" else 80))
    try:
        told = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError, OverflowError) as error:
        raise Fail("UPSTREAM_FAILED", "The name %s leads to no address: %s" % (host[:100], error), "NAME_UNRESOLVED")
    found = []
    for _, _, _, _, address in told:
        if not public(address[0]):
            raise Fail("VALIDATION_FAILED", "%s leads to %s, which is no public address" % (host[:100], address[0]), "ADDRESS_NOT_PUBLIC")
        if address[0] not in found:
            found.append(address[0])
    if match.group(3) or host == found[0]:
        return []
    listed = ",".join("[%s]" % one if ":" in one else one for one in found[:8])
    return ["--resolve", "%s:%d:%s" % (host, port, listed)]


def judged(given, base, opened=None):
    """
    The program's arguments, as they were given; for curl with words of ours after its first one. What their paths lead to
    is added to opened, where there is such a list.
    """
    words = given.get("argv", [])
    if not isinstance(words, list) or len(words) > 128:
        raise Fail("VALIDATION_FAILED", "argv must be a list of at most 128 texts")
    if sum(len(encoded(word, "argv")) for word in words) > 100000 or any(re.search("[\x00-\x1f\x7f]", word) for word in words):
        raise Fail("VALIDATION_FAILED", "argv is too long, or has control characters")
    ours = []
    for operand in given.get("operands", []):
        value = words[whole(operand["at"], 0, 127, "operand")][operand["from"]:]
        if operand["kind"] == "url":
            ours += judge_url(value)
        else:
            fd = judge_path(value, base)
            if opened is None:
                os.close(fd)
            else:
                opened.append(fd)
    if given["executable"] == "curl":
        # A proxy would look the name up once more, and a redirect lead elsewhere.
        held = ["--proto", "=http,https", "--max-redirs", "0", "--noproxy", "*"] + ours
        return words[:1] + held + words[1:]
    return list(words)


def program_path(given):
    """Where the program is; the account's own PATH does not count."""
    name = need(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,254}", given.get("executable"), "executable")
    own = given.get("path")
    paths = [own] if own is not None else [directory + "/" + name for directory in USUAL.split(":")]
    for path in paths:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise Fail("UNAVAILABLE", "The machine has no program %s" % name, "PROGRAM_MISSING")
`;
