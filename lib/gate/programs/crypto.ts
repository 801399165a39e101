/** OpenSSL, GnuPG and SSH keys: much is only shown or checked, some is written or given away. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Grammar, Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { MARK } from "../grammar/marks.ts";
import { administers, asksHelp } from "./administers.ts";
import { hostOf } from "./hosts.ts";
import { queries } from "./queries.ts";

const OPENSSL: Grammar = {
  style: "single",
  values:
    "-inform -outform -in -inkey -key -keyform -CAfile -CApath -CAstore -cert -certfile -signer -sigfile -signature " +
    " -pkeyopt -digest -hash -kdf -kdflen -keylen -kdfopt -passin -passout -pass -password -name " +
    "-nameopt -certopt -days -subj -extensions -reqexts -addext -md -mac -macopt -hmac -iv -K -S " +
    "-connect -servername -starttls -host -port -proxy -content -recip -purpose -queryfile -data -untrusted " +
    "-checkhost -checkemail -checkip -checkend -CRLfile -provider-path -propquery -policy " +
    "-signkey -CA -CAkey -set_serial -cipher -algorithm -curve -curves -groups -sigalgs -maxfraglen -verify_hostname " +
    "-attime -to -from -url -reqin -respin -sess_in -alpn -nextprotoneg -rand -multi -seconds -bytes",
  writes:
    "-out -writerand -keyout -sigout -CAserial -respout -reqout -sess_out -keylogfile -outdir -certsout",
  executes: "-engine -provider -config",
};

const HANDLES_SECRETS = "rsa|ec|pkey|dsa|pkcs8|pkcs12|genpkey|genrsa";

/** A private key is shown unless only its public half, a check or nothing is asked for. */
function key(parsed: Parsed, call: Call): readonly Effect[] {
  if (parsed.has("-pubin")) return [];
  if (parsed.has("-noout", "-pubout", "-out") && !parsed.has("-text")) return [];
  return call.touch("read", parsed.values("-in"));
}

/** Everything given to `-in` and the operands is read; certificates and signatures are no secrets. */
function shown(parsed: Parsed, call: Call): readonly Effect[] {
  return call.touch("read", parsed.operands);
}

/** A new key goes to `privkey.pem`, a serial number beside the certificate, when no other place is named. */
function leaves(parsed: Parsed, call: Call): readonly Effect[] {
  const key = parsed.has("-newkey") && parsed.value("-keyout") === null;
  const serial = parsed.has("-CAcreateserial") && parsed.value("-CAserial") === null;
  return key || serial
    ? [{ kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd }) }]
    : [];
}

function client(parsed: Parsed, call: Call): readonly Effect[] {
  if (call.subcommand === "ocsp" && !parsed.has("-url", "-host")) return [];
  const word = parsed.value("-connect", "-host", "-url") ?? parsed.operands[0];
  const host = word ? hostOf(word) : undefined;
  // Without input of ours only the certificates of the other side are shown.
  const asks = /^(?:s_client|ocsp)$/.test(call.subcommand) &&
    (call.input.kind === "inherit" || (call.input.kind === "file" && call.input.file.value === "/dev/null"));
  return [{
    kind: "network",
    ...(asks ? { program: MARK.query } : {}),
    ...(word ? { word } : {}),
    ...(host === undefined ? {} : { host }),
  }];
}

const GPG_SHOWS = [
  [
    "-k",
    "--list-keys",
    "--list-public-keys",
    "-K",
    "--list-secret-keys",
    "--list-sigs",
    "--list-signatures",
    "--check-sigs",
  ],
  [
    "--fingerprint",
    "--verify",
    "--verify-files",
    "--list-packets",
    "--print-md",
    "--print-mds",
    "--list-config",
    "--dump-options",
  ],
  [
    "--show-keys",
    "--version",
    "--help",
    "--list-options",
    "--card-status",
    "--gpgconf-list",
    "--check-trustdb",
  ],
].flat();

/** Keys, certificates, signatures. */
export const crypto: readonly Program[] = [
  defineProgram({
    names: "openssl",
    commands: {
      "pkeyparam|ecparam|dsaparam|dhparam|version|list|help|ciphers|errstr|prime|speed|info|crl2pkcs7|nseq|sess_id|spkac":
        {
          options: OPENSSL,
        },
      "crl|verify|pkcs7|ts": { options: OPENSSL },
      "x509|req": { options: OPENSSL, effects: leaves },
      "asn1parse|storeutl": {
        options: OPENSSL,
        // A `.pem` is as often a certificate.
        effects: (parsed, call) =>
          call.touch(
            "read",
            [...parsed.values("-in"), ...parsed.operands].filter((word) => !word.value?.endsWith(".pem")),
          ),
      },
      // Their operands are a number, a password, the name of a function.
      "rand|passwd|kdf|mac": {
        options: { ...OPENSSL, reads: "-in", values: OPENSSL.values?.replace(" -in ", " ") ?? "" },
      },
      "sha1|sha224|sha256|sha384|sha512|sha3-256|sha3-512|blake2b512|blake2s256|ripemd160|rmd160|sm3|md4|md5":
        {
          options: { ...OPENSSL, reads: "-in", values: OPENSSL.values?.replace(" -in ", " ") ?? "" },
          effects: shown,
        },
      dgst: {
        options: { ...OPENSSL, values: `${OPENSSL.values ?? ""} -verify -prverify -sign` },
        effects: (parsed, call) => call.touch("read", parsed.operands),
      },
      "pkeyutl|rsautl|smime|cms|enc|base64|aes-256-cbc|aes-128-cbc|aes-192-cbc|aes-128-ecb|aes-256-ecb|aes-256-ctr|aes-128-ctr|aes256|aes128|des3|des|des-ede3-cbc|bf|bf-cbc|rc4|chacha20|camellia-256-cbc|aria-256-cbc|cast5-cbc|seed|idea|sm4|zlib":
        {
          options: { ...OPENSSL, flags: "-sign -encrypt -decrypt -derive -sign_receipt" },
          effects: (parsed, call) =>
            parsed.has("-verify", "-verifyrecover", "-kdf", "-pk7out", "-cmsout")
              ? []
              : call.touch("read", parsed.values("-in")),
        },
      [HANDLES_SECRETS]: { options: OPENSSL, effects: key },
      "s_client|s_time|ocsp|cmp": { options: OPENSSL, effects: client },
      "engine": {
        options: { style: "single", flags: "-v -vv -vvv -vvvv -c -t -tt", executes: "-pre -post" },
        // An engine that is named may be a library to load.
        effects: (parsed, call) =>
          parsed.operands.length === 0 &&
            parsed.options.every((option) => /^-(?:v+|c|tt?)$/.test(option.name))
            ? []
            : administers(call),
      },
      "s_server|ca|gendsa|srp|rehash|fipsinstall": {
        options: OPENSSL,
        effects: (_, call) => administers(call),
      },
    },
    examples: {
      "openssl x509 -in cert.pem -noout -subject": "",
      "openssl rsa -in a.key": "read:/home/user/project/a.key",
      "openssl enc -d -in x -out y": "write:/home/user/project/y read:/home/user/project/x",
      "openssl s_client -connect a.example:443": "network",
    },
  }),
  defineProgram({
    names: "gpg gpg2",
    options: {
      values:
        "-u --local-user -r --recipient --homedir --keyring --secret-keyring --trustdb-name --keyserver --status-fd " +
        "--logger-fd --passphrase --passphrase-fd --batch-size --options --keyid-format --with-subkey --list-options --digest-algo",
      reads: "--passphrase-file",
      writes: "-o --output --logger-file --status-file",
      executes: "--photo-viewer --agent-program --dirmngr-program --gpg-agent-program --exec-path",
    },
    effects: (parsed, call) => {
      if (parsed.has(...GPG_SHOWS)) {
        return call.touch(
          "read",
          parsed.has("--verify", "--list-packets", "--show-keys") ? parsed.operands : [],
        );
      }
      if (
        parsed.has(
          "--recv-keys",
          "--receive-keys",
          "--search-keys",
          "--refresh-keys",
          "--send-keys",
          "--fetch-keys",
          "--locate-keys",
          "--locate-external-keys",
        )
      ) {
        return [{ kind: "network" }, ...administers(call)];
      }
      const prints = parsed.has("-d", "--decrypt") ? call.touch("read", parsed.operands) : [];
      return prints.length > 0 ? prints : administers(call);
    },
    examples: {
      "gpg --list-keys": "",
      "gpg --verify a.sig a": "read:/home/user/project/a.sig read:/home/user/project/a",
      "gpg --delete-secret-keys x": "privilege",
    },
  }),
  defineProgram({
    names: "gpgv sqv debsig-verify dscverify signify",
    options: { values: "--keyring --homedir" },
    operands: "read",
  }),
  queries("gpgconf", {
    flags:
      "-L --list-dirs --list-components --list-options --check-programs --check-options --list-config --version --help -X --show-versions",
    options: { flags: "-v -q", values: "--homedir" },
  }),
  defineProgram({
    names: "ssh-keygen",
    options: {
      values: "-f -b -t -C -N -P -m -O -F -R -E -I -n -V -z -D -Y -s -r -Z -a -w",

      optional: "-q",
    },
    effects: (parsed, call) => {
      const action = parsed.value("-Y")?.value ?? "";
      if (
        asksHelp(call) || parsed.has("-l", "-F", "-B", "-Q", "-L", "-y") ||
        /^(?:verify|check-novalidate|find-principals|match-principals)$/.test(action)
      ) return [];
      return call.touch("write", parsed.values("-f")).concat(
        parsed.value("-f") ? [] : [{ kind: "write", unknown: true, word: call.program }],
      );
    },
    examples: {
      "ssh-keygen -l -f /etc/ssh/ssh_host_rsa_key": "",
      "ssh-keygen -t ed25519 -f k": "write:/home/user/project/k",
    },
  }),
  queries("ssh-add", { flags: "-l -L -T", options: { values: "-t -s -e -T" } }),
  queries("keytool jarsigner", {
    flags: "-list -printcert -printcertreq -printcrl -verify -help",
    options: {
      flags: "-v -rfc -cacerts",
      style: "single",
      values: "-keystore -alias -storepass -file -storetype -jarfile -sslserver",
    },
  }),
  queries("certutil pk12util p11tool pkcs11-tool certtool trust", {
    flags:
      "-L -K -V --list-tokens --list-all --list-certs --list-slots -O -i --certificate-info -l --list-modules",
    verbs: "list dump check-format",
    options: { flags: "-v", values: "-d -n -P --provider --module" },
  }),
  queries("klist", { bare: true, flags: "-l -A -e -f -a -n -k -t" }),
];
