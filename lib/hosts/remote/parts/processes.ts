/** `list_processes` and `get_process_tree`. */

/** Python. Needs `BASE` and `PROCFS`. */
export const PROCESSES: string = String.raw`
def memory_total():
    match = re.search(rb"MemTotal:\s+(\d+) kB", content("/proc/meminfo"))
    return int(match.group(1)) * 1024 if match else 0


def list_processes(given):
    limit = whole(given.get("limit", 20), 1, 50, "limit")
    up = float(content("/proc/uptime").split()[0])
    total = memory_total()
    every = processes()
    every.sort(key=lambda process: (-process.rss, process.pid))
    rows = []
    for process in every:
        if len(rows) == limit:
            break
        try:
            row = process.row()
        except OSError:
            continue
        age = max(up - process.start_ticks / float(TICKS), 0.01)
        row["cpu"] = round(100.0 * process.cpu_ticks / TICKS / age, 1)
        row["memory"] = round(100.0 * process.rss / total, 1) if total else 0.0
        rows.append(row)
    return {"processes": rows, "total": len(every), "truncated": len(every) > len(rows)}


def get_process_tree(given):
    every = {process.pid: process for process in processes()}
    children = {}
    for process in every.values():
        parent = process.ppid if process.ppid in every else 0
        children.setdefault(parent, []).append(process.pid)
    rows, waiting = [], [(pid, 0) for pid in sorted(children.get(0, []), reverse=True)]
    while waiting and len(rows) < 100:
        pid, depth = waiting.pop()
        try:
            row = every[pid].row()
        except OSError:
            row = None
        if row is not None:
            row["depth"] = depth
            rows.append(row)
        waiting.extend((child, depth + 1) for child in sorted(children.get(pid, []), reverse=True))
    return {"processes": rows, "total": len(every), "truncated": len(every) > len(rows)}


WORK["list_processes"] = list_processes
WORK["get_process_tree"] = get_process_tree
`;
