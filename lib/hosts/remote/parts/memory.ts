/** `get_memory_info`. */

/** Python. Needs `BASE`. */
export const MEMORY: string = String.raw`
def get_memory_info(given):
    with open("/proc/meminfo", "rb") as file:
        lines = file.read(65536).splitlines()
    found = {}
    for line in lines:
        name, _, rest = line.partition(b":")
        parts = rest.split()
        if parts and parts[0].isdigit():
            found[name] = int(parts[0]) * (1024 if parts[1:] == [b"kB"] else 1)
    if b"MemTotal" not in found:
        raise Fail("UPSTREAM_PROTOCOL", "/proc/meminfo says nothing of the memory", "PARSER_FAILED")
    get = lambda name: found.get(name, 0)
    cached = get(b"Buffers") + get(b"Cached") + get(b"SReclaimable")
    free = get(b"MemFree")
    # Kernels before 3.14 do not say it.
    available = found.get(b"MemAvailable", free + cached)
    return {
        "memory": {
            "total_bytes": get(b"MemTotal"), "used_bytes": max(0, get(b"MemTotal") - available), "free_bytes": free,
            "shared_bytes": get(b"Shmem"), "cached_bytes": cached, "available_bytes": available,
        },
        "swap": {
            "total_bytes": get(b"SwapTotal"), "used_bytes": get(b"SwapTotal") - get(b"SwapFree"),
            "free_bytes": get(b"SwapFree"),
        },
    }


WORK["get_memory_info"] = get_memory_info
`;
