/** `get_journal_logs`, `find_system_errors` and `search_journal_logs`, by journalctl. */

/** Python. Needs `BASE` and `CHILDREN`. */
export const JOURNAL: string = String.raw`
FIELDS = "MESSAGE,PRIORITY,SYSLOG_IDENTIFIER,_COMM,_PID,_SYSTEMD_UNIT,UNIT,_HOSTNAME"
RAW = 16777216


def plain(value, limit):
    if isinstance(value, list):
        # Not UTF-8: journalctl gives the bytes as numbers; or a field that stands several times.
        if all(isinstance(part, int) and 0 <= part < 256 for part in value):
            return text(bytes(value), limit)
        value = value[0] if value else None
    return value[:limit] if isinstance(value, str) else None


def entry(record):
    stamp = plain(record.get("__REALTIME_TIMESTAMP"), 20)
    number = plain(record.get("PRIORITY"), 4)
    pid = plain(record.get("_PID"), 12)
    return {
        "time_us": int(stamp) if stamp and stamp.isdigit() else None,
        "unit": plain(record.get("_SYSTEMD_UNIT"), 256) or plain(record.get("UNIT"), 256),
        "identifier": plain(record.get("SYSLOG_IDENTIFIER"), 256) or plain(record.get("_COMM"), 256),
        "pid": int(pid) if pid and pid.isdigit() else None,
        "priority": int(number) if number and number.isdigit() else None,
        "message": plain(record.get("MESSAGE"), 2000) or "",
    }


def journalctl(words):
    """Entries, the newest first, and whether all could be read."""
    ended = run(["journalctl", "-o", "json", "--no-pager", "--reverse", "--output-fields=" + FIELDS] + words, RAW)
    if ended.code != 0 and b"nrecognized option" in ended.err:
        # Before systemd 236.
        ended = run(["journalctl", "-o", "json", "--no-pager", "--reverse"] + words, RAW)
    told = text(ended.err, 2000)
    if ended.code != 0 and re.search("(?i)no journal files were (found|opened)", told) is None:
        must(ended, "journalctl", "JOURNAL_FAILED")
    if re.search("(?i)insufficient permissions|no journal files were opened due to", told):
        raise Fail("UPSTREAM_FAILED", "The account may not read the journal", "PERMISSION_DENIED", ended.code)
    lines = ended.out.split(b"\n")
    if ended.cut:
        lines.pop()
    found, strange = [], 0
    for line in lines:
        if not line.strip() or line.startswith(b"-- "):
            continue
        try:
            record = json.loads(line.decode("utf-8", "replace"))
        except ValueError:
            record = None
        if isinstance(record, dict):
            found.append(entry(record))
        else:
            strange += 1
    if strange and not found:
        raise Fail("UPSTREAM_PROTOCOL", "journalctl answered with what is no JSON", "PARSER_FAILED")
    state = "partial" if strange or ended.cut else "complete"
    return found, {"stderr": told, "state": state, "truncated": ended.cut}


def answer(found, more, count):
    # A bound on the whole answer, the newest kept.
    kept, size = [], 0
    for one in found[:count]:
        size += 200 + 2 * len(one["message"])
        if size > 500000:
            more["truncated"] = True
            break
        kept.append(one)
    more["entries"] = kept[::-1]
    return more


def get_journal_logs(given):
    name = need(r"[A-Za-z0-9_@.-]{1,255}", given.get("unit"), "unit")
    count = whole(given.get("lines", 50), 1, 500, "lines")
    found, more = journalctl(["-n", str(count), "--unit=" + name])
    return answer(found, more, count)


def find_system_errors(given):
    hours = whole(given.get("hours", 1), 1, 24, "hours")
    found, more = journalctl(["-n", "500", "-p", "err", "--since=-%dh" % hours])
    return answer(found, more, 500)


def search_journal_logs(given):
    term = need(r"[A-Za-z0-9_./:@ \t-]{1,1000}", given.get("term"), "term").lower()
    count = whole(given.get("lines", 50), 1, 500, "lines")
    found, more = journalctl(["-n", "5000"])
    more["searched"] = len(found)
    line = lambda one: "%s %s[%s]: %s" % (one["unit"] or "", one["identifier"] or "", one["pid"], one["message"])
    matching = [one for one in found if term in line(one).lower()]
    more["truncated"] = more["truncated"] or len(matching) > count
    return answer(matching, more, count)


WORK["get_journal_logs"] = get_journal_logs
WORK["find_system_errors"] = find_system_errors
WORK["search_journal_logs"] = search_journal_logs
`;
