/**
 * `cron_list`, `cron_upsert` and `cron_remove`: pairs of lines in the account's crontab, a comment that marks one and
 * the line below it. Every other line is bytes that are kept.
 */

/** Python. Needs `BASE`, `LOCKING`, `CRONTAB_BYTES`, and for `cron_upsert` `PATHS` and `PROGRAM_OPERANDS`. */
export const CRONTAB: string = String.raw`
PROFILE = r"[a-z0-9][a-z0-9_-]{0,63}"
DIGEST = r"[0-9a-f]{64}"
# What a person has bent is still seen as a marker, so that nothing is put beside it.
ANY_MARKER = re.compile(rb"\s*#\s*mikrus-mcp:([a-z0-9][a-z0-9_-]{0,63}):", re.IGNORECASE)
MARKER = re.compile(rb"# mikrus-mcp:([a-z0-9][a-z0-9_-]{0,63}):sha256=([0-9a-f]{64})\n")
SHELL = re.compile(rb"""\s*(?:SHELL|'SHELL'|"SHELL")\s*=(.*)""")
# Those that read single quotes, and assignments before a command, as POSIX sh does.
POSIX_SHELLS = (b"sh", b"bash", b"dash", b"ash", b"ksh", b"ksh93", b"mksh", b"zsh")


def digest_of(data):
    return hashlib.sha256(data).hexdigest()


def body(line):
    return line[:-1] if line.endswith(b"\n") else line


def of_profile(lines, profile):
    """Where a profile's markers are."""
    found = []
    for at, line in enumerate(lines):
        match = ANY_MARKER.match(line)
        if match is not None and match.group(1).lower() == profile:
            found.append(at)
    return found


def marked(lines, at):
    """The digest that a whole marker names, or None."""
    match = MARKER.fullmatch(lines[at]) if 0 <= at < len(lines) else None
    return None if match is None else match.group(2).decode()


def strays(lines, digests):
    """Lines of those digests that no marker of theirs stands above: they run, and nobody knows of them."""
    found = 0
    for at, line in enumerate(lines):
        digest = digest_of(body(line))
        if digest in digests and marked(lines, at - 1) != digest:
            found += 1
    return found


def broken(why):
    raise Fail("CONFLICT", why, "MARKER_BROKEN")


def place(lines, profile, known):
    """Where the profile's pair begins, or None. What is not surely a pair of ours is not touched."""
    found = of_profile(lines, profile)
    if len(found) > 1:
        raise Fail("CONFLICT", "The crontab has %d markers of this profile" % len(found), "DUPLICATE_MARKER")
    if found:
        at = found[0]
        digest = marked(lines, at)
        if digest is None:
            broken("The marker of this profile was changed by hand")
        if at + 1 == len(lines):
            broken("No line is below the marker of this profile")
        if digest_of(body(lines[at + 1])) not in [digest] + known:
            broken("The line below the marker of this profile is not the one that was put there")
        return at
    return None


def without(lines, at):
    return lines if at is None else lines[:at] + lines[at + 2:]


def told_apart(lines, digests):
    if strays(lines, set(digests)):
        broken("The line of this profile is in the crontab without its marker")


def posix(lines):
    """cron runs lines by the shell that the last such setting above them names."""
    shell = b"/bin/sh"
    for line in lines:
        match = SHELL.match(body(line))
        if match is not None:
            shell = match.group(1).strip()
            if len(shell) > 1 and shell[:1] in b"\"'" and shell[-1:] == shell[:1]:
                shell = shell[1:-1]
    if os.path.basename(shell) not in POSIX_SHELLS:
        raise Fail("CONFLICT", "The crontab sets SHELL to one that reads quotes in another way", "SHELL_NOT_POSIX")


def judge_program(program):
    """What its arguments lead to now. A file may be made later: cron looks again and again."""
    words = program["argv"]
    for operand in program["operands"]:
        value = words[operand["at"]][operand["from"]:]
        if operand["kind"] == "url":
            judge_url(value)
        else:
            resolved(asked(value if value[:1] == "/" else home() + "/" + value))


def digest_given(value, what):
    return [] if value is None else [need(DIGEST, value, what)]


def cron_upsert(given):
    profile = need(PROFILE, given.get("profile_id"), "profile_id").encode()
    line = encoded(given.get("line"), "line")
    # Whatever the caller has checked: one line, and no sign that cron(8) reads as the end of the command.
    if not line or any(byte < 32 or byte == 127 or byte == 37 for byte in line):
        raise Fail("VALIDATION_FAILED", "The line has signs that a crontab cannot have", "UNSAFE_ARGUMENT")
    judge_program(given["program"])
    digest = digest_of(line)
    known = digest_given(given.get("known_digest"), "known_digest")
    pair = [b"# mikrus-mcp:%s:sha256=%s\n" % (profile, digest.encode()), line + b"\n"]

    def changed(lines):
        at = place(lines, profile, known)
        rest = without(lines, at)
        told_apart(rest, known + [digest])
        if at is not None and lines[at:at + 2] == pair:
            posix(lines[:at])
            return lines
        posix(rest)
        if rest and not rest[-1].endswith(b"\n"):
            rest = rest[:-1] + [rest[-1] + b"\n"]
        return rest + pair

    change_crontab(changed)
    return {"digest": digest}


def cron_remove(given):
    profile = need(PROFILE, given.get("profile_id"), "profile_id").encode()
    known = digest_given(given.get("known_digest"), "known_digest")

    def changed(lines):
        rest = without(lines, place(lines, profile, known))
        told_apart(rest, known)
        return rest

    change_crontab(changed)
    return {"removed": True}


def cron_list(given):
    asked = given.get("profiles")
    if not isinstance(asked, list) or len(asked) > 64:
        raise Fail("VALIDATION_FAILED", "profiles must be a list of at most 64")
    cron_program()
    try:
        locked("crontab.lock", shared=True)
    except Fail as fail:
        # Where no lock can be made nobody can hold it.
        if fail.error["detail"] != "LOCK_UNAVAILABLE":
            raise
    data = read_crontab()
    lines = lines_of(data)
    told = []
    for entry in asked:
        profile = need(PROFILE, entry.get("profile_id"), "profile_id")
        known = digest_given(entry.get("digest"), "digest")
        found = of_profile(lines, profile.encode())
        at = found[0] if found else None
        below = None if at is None or at + 1 == len(lines) else digest_of(body(lines[at + 1]))
        rest = lines if len(found) != 1 or below not in known else without(lines, at)
        told.append({
            "profile_id": profile, "markers": len(found), "marked": None if at is None else marked(lines, at),
            "observed": below, "strays": strays(rest, set(known)),
        })
    return {"profiles": told, "sha256": digest_of(data), "size": len(data)}


WORK["cron_list"] = cron_list
WORK["cron_upsert"] = cron_upsert
WORK["cron_remove"] = cron_remove
`;
