/** The reads of the machine itself, for one without python3. */

const PROCESSES = `begin
cat /proc/uptime | tell uptime
cat /proc/meminfo | tell meminfo
cat /etc/passwd | tell passwd
set +f
stat -c '%u %n' /proc/[0-9]* | tell owners
for place in /proc/[0-9]*; do
  # In hexadecimal: a name may hold whatever would stand between.
  line=$(hex <"$place/stat") || continue
  printf '%s %s\\n' "$line" "$(head -c 4096 "$place/cmdline" | hex)"
done | tell processes
end
`;

const SOCKETS = `cat /etc/passwd | tell passwd
cat /proc/net/tcp | tell tcp
cat /proc/net/tcp6 | tell tcp6
`;

const DOCKER = `has docker || fail UNAVAILABLE 'The machine has no docker program' '"DOCKER_NOT_INSTALLED"'
begin
`;

const JOURNAL =
  `has journalctl || fail UNAVAILABLE 'The machine has no program journalctl' '"PROGRAM_MISSING"'
begin
`;

const JSON_LINES = "journalctl -o json --no-pager --reverse " +
  "--output-fields=MESSAGE,PRIORITY,SYSLOG_IDENTIFIER,_COMM,_PID,_SYSTEMD_UNIT,UNIT";

/** Shell text by operation. */
export const MACHINE_COMMANDS: Readonly<Record<string, string>> = {
  probe: `yes() { if "$@"; then printf true; else printf false; fi; }
compose=null
if has docker-compose; then compose='"v1"'; fi
for place in "$HOME/.docker" /usr/local/lib/docker /usr/local/libexec/docker /usr/lib/docker /usr/libexec/docker; do
  if [ -x "$place/cli-plugins/docker-compose" ]; then compose='"v2"'; fi
done
printf '{"ok":true,"data":{"python":null,"uid":%s,"systemd":%s' "$(id -u)" "$(yes test -d /run/systemd/system)"
printf ',"docker":%s,"compose":%s' "$(yes has docker)" "$compose"
printf ',"crontab":%s,"homeWritable":%s}}' "$(yes has crontab)" "$(yes test -w "$HOME")"
`,
  get_memory_info: "begin\ncat /proc/meminfo | tell meminfo\nend\n",
  list_processes: PROCESSES,
  get_process_tree: PROCESSES,
  check_port: `begin\n${SOCKETS}end\n`,
  get_network_info: `begin\n${SOCKETS}` + `tell_run ip ip -o addr show
set +f
for place in /sys/class/net/*; do
  printf '%s ' "\${place##*/}"
  for file in operstate mtu address; do printf '%s ' "$(head -n 1 "$place/$file")"; done
  printf '\\n'
done | tell links
end
`,
  get_service_status:
    `has systemctl || fail UNAVAILABLE 'The machine has no program systemctl' '"PROGRAM_MISSING"'
begin
tell_run show systemctl --no-pager --no-ask-password show -- "$in_name"
tell_run status systemctl --no-pager --no-ask-password status --full --lines=20 -- "$in_name"
end
`,
  list_docker_containers: `${DOCKER}tell_run docker docker ps --all --no-trunc --format '{{json .}}'\nend\n`,
  get_docker_stats:
    `${DOCKER}tell_run docker docker stats --no-stream --no-trunc --format '{{json .}}'\nend\n`,
  get_docker_logs: `${DOCKER}tell_run docker docker logs --tail "$\{in_lines:-50}" -- "$in_container"\nend\n`,
  get_journal_logs: `${JOURNAL}tell_run journal ${JSON_LINES} -n "$\{in_lines:-50}" "--unit=$in_unit"\nend\n`,
  find_system_errors:
    `${JOURNAL}tell_run journal ${JSON_LINES} -n 500 -p err "--since=-$\{in_hours:-1}h"\nend\n`,
  search_journal_logs: `${JOURNAL}tell_run journal ${JSON_LINES} -n 5000\nend\n`,
};
