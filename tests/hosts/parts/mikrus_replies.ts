/**
 * What the stand-in for the mikr.us API answers. The service itself was never asked; each reply is modelled on what a
 * public source shows, named beside it. Names and numbers are made up.
 */

/** As in the tests of qba73/mikrus (Go); the endpoints' list is in its README, from the API's own page. */
const INFO = {
  server_id: "j230",
  server_name: null,
  expires: "2027-06-08 00:00:00",
  expires_cytrus: null,
  expires_storage: null,
  param_ram: "1024",
  param_disk: "10",
  lastlog_panel: "2026-06-05 10:02:55",
  mikrus_pro: "nie",
  // Read by the installer of dlvoy/mikrus-installer (shell), where the server's name is of another kind.
  imie_id: "jan230",
};

/** As in the tests of qba73/mikrus. */
const SERWERY = [
  {
    server_id: "a133",
    server_name: null,
    expires: "2027-06-05 00:00:00",
    param_ram: "1024",
    param_disk: "10",
  },
  {
    server_id: "j230",
    server_name: "sklep",
    expires: "2027-06-08 00:00:00",
    param_ram: "2048",
    param_disk: "20",
  },
];

/** As in the tests of qba73/mikrus: ids are texts, outputs end with a line end. */
const LOGS = [
  {
    id: "3752",
    server_id: "j230",
    task: "kluczssh",
    when_created: "2026-06-05 10:05:34",
    when_done: "2026-06-05 10:06:01",
    output: "Wrzuciłem klucz SSH\n",
  },
  {
    id: "3751",
    server_id: "j230",
    task: "restart",
    when_created: "2026-06-05 09:57:54",
    when_done: "2026-06-05 09:58:07",
    output: "OK\n",
  },
];

/**
 * As in the tests of qba73/mikrus and of iskrzycki/mikrus-buddy (TypeScript): the texts of commands, with lines that a
 * script of the API leaves there, which pwittchen/mikrus-cli (Rust) takes out as well.
 */
const STATS = {
  free: "total        used        free      shared  buff/cache   available\n" +
    "Mem:           1024          43         816           0         164         980\n" +
    "Swap:             0           0           0",
  df: "Filesystem                        Size  Used Avail Use% Mounted on\n" +
    "/dev/mapper/pve-vm--230--disk--0  9.8G  2.7G  6.7G  29% /\n" +
    "udev                               63G     0   63G   0% /dev/net",
  uptime: "16:32:02 up 6 days,  8:33,  0 users,  load average: 0.00, 0.00, 0.00\nsh: 1: echo",
  ps: ": not found\n" +
    "USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n" +
    "root     21605  0.0  0.3   9504  3368 ?        S    16:32   0:00 bash -c cat | sh\n" +
    "root     21607  0.0  0.0   2608   596 ?        S    16:32   0:00  \\_ sh\n" +
    "root     21612  0.0  0.3  11420  3264 ?        R    16:32   0:00      \\_ ps auxf\n" +
    "root         1  0.0  1.0 169412 10748 ?        Ss   Jun05   0:04 /sbin/init\n" +
    "root        48  0.0  6.0 141148 63436 ?        Ss   Jun05   0:20 /lib/systemd/systemd-journald\n" +
    "www-data   110  1.5  0.4 154708  4248 ?        Ssl  Jun05   0:01 app --db-password hunter22 --url &lt;none&gt;",
};

/**
 * The blocks that Ativ3k/mikrus-api (TypeScript) and jurczykpawel/mikrus-toolbox (shell) take apart: these labels, in this
 * spelling; mongo has a port.
 */
const DB = {
  psql: "Server: psql01.mikr.us\nlogin: j230_p\nHaslo: P5ql-geheim\nBaza: j230_p\n",
  mysql: "Server: mysql01.mikr.us\nlogin: j230_m\nHaslo: My5-geheim\nBaza: j230_m\n",
  mongo: "Host: mongo01.mikr.us\nPort: 27017\nLogin: j230_g\nHaslo: M0ngo-geheim\nBaza: j230_g\n",
};

/** By path: what a good request gets. */
export const REPLIES: Readonly<Record<string, unknown>> = {
  "/info": INFO,
  "/serwery": SERWERY,
  "/logs": LOGS,
  // One entry alone: Ativ3k/mikrus-api reads it so.
  "/logs/3751": LOGS[1],
  "/stats": STATS,
  "/db": DB,
  // `msg` and a number: Ativ3k/mikrus-api, for both.
  "/restart": { msg: "Zlecono restart", task_id: 3760 },
  "/amfetamina": { msg: "Zlecono amfetaminę", task_id: 3761 },
  // A list of numbers: the endpoints' list in qba73/mikrus says that it names ports; nobody shows one.
  "/porty": [10230, 20230, 30230],
  // Of no documented shape; the endpoints' list says that it gives services and statistics.
  "/cloud": { uslugi: [{ nazwa: "storage", rozmiar: "10GB", zajete: 2.5 }], konto: null },
  // jurczykpawel/mikrus-toolbox looks for `gotowe` and takes the domain; Ativ3k/mikrus-api has the port as well.
  "/domain": { status: "gotowe", domain: "sklep.bieda.it", port: "20230" },
};

/**
 * What a refusal says. With status 200, as Ativ3k/mikrus-api and the installer of dlvoy read it; with another status, as
 * AnonymousX86/mikrus-api (Python) reads it.
 */
export const REFUSALS = {
  "/amfetamina": "Amfetaminę można uruchomić raz na 6 godzin",
  "/domain": "Taka domena już istnieje",
  "/logs": "Nie ma takiego wpisu",
} as const;
