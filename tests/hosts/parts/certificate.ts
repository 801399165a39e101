/** A certificate authority and a certificate of 127.0.0.1, made for one run by openssl. */
import { join } from "node:path";
import { mustRun } from "../../tasks/parts/child.ts";

/** PEM texts, and where the authority's lies. */
export interface Certificate {
  readonly authority: string;
  /** Absolute path of `authority`. */
  readonly authorityFile: string;
  readonly cert: string;
  readonly key: string;
}

const made = new Map<string, Promise<Certificate>>();

/**
 * A certificate; made on first use, removed when the run ends.
 *
 * @param name With each name, an authority of its own.
 */
export function certificate(name = "first"): Promise<Certificate> {
  let one = made.get(name);
  if (one === undefined) {
    one = generate();
    made.set(name, one);
  }
  return one;
}

function newDirectory(): string {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "gatehouse-tls-" }));
  globalThis.addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
  return directory;
}

async function generate(): Promise<Certificate> {
  const directory = newDirectory();
  const at = (file: string) => join(directory, file);
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const openssl = (...args: string[]) => mustRun(["openssl", ...args]);
  await openssl(
    "req",
    "-x509",
    ...ec,
    "-subj",
    "/CN=test authority",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.pem"),
  );
  await openssl("req", ...ec, "-subj", "/CN=127.0.0.1", "-keyout", at("key.pem"), "-out", at("request.pem"));
  await Deno.writeTextFile(
    at("more"),
    "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=critical,CA:FALSE\n",
  );
  const by = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial"];
  await openssl(
    "x509",
    "-req",
    "-in",
    at("request.pem"),
    ...by,
    "-days",
    "2",
    "-extfile",
    at("more"),
    "-out",
    at("cert.pem"),
  );
  const [authority, cert, key] = await Promise.all(
    ["ca.pem", "cert.pem", "key.pem"].map((file) => Deno.readTextFile(at(file))),
  );
  return { authority: authority ?? "", authorityFile: at("ca.pem"), cert: cert ?? "", key: key ?? "" };
}
