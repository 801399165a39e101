import { dirname, join } from "node:path";
import { Editor } from "gatehouse/flow/editor/editor.ts";
import { checkSocket, editorRights } from "gatehouse/flow/editor/socket.ts";
import { assertEquals, assertFails, assertMatch } from "../../assert.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

const OWN = Deno.uid();

/** A directory in which a socket listens. */
class Place implements AsyncDisposable {
  readonly directory: string;
  readonly socket: string;
  readonly #listener: Deno.Listener;

  private constructor(directory: string) {
    this.directory = directory;
    this.socket = join(directory, "nvim.sock");
    this.#listener = Deno.listen({ transport: "unix", path: this.socket });
  }

  static async make(directoryMode: number, socketMode: number): Promise<Place> {
    const place = new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-socket-" })));
    await Deno.chmod(place.socket, socketMode);
    await Deno.chmod(place.directory, directoryMode);
    return place;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await Deno.remove(this.directory, { recursive: true });
  }
}

async function assertRefused(path: string, reason: RegExp, uid = OWN): Promise<void> {
  const error = await assertFails(() => checkSocket(path, uid), "EDITOR_SOCKET_REFUSED");
  assertMatch(error.message, reason);
}

Deno.test("an address, a host, a relative path and a URL are no sockets", async () => {
  const paths = [
    "127.0.0.1:6666",
    "http://127.0.0.1:6666",
    "localhost:1",
    "nvim.sock",
    "./nvim.sock",
    "",
    "unix:/a",
  ];
  for (const path of paths) {
    await assertRefused(path, /no absolute path/);
    const editor = new Editor({ socket: path, timeoutSeconds: 60, uid: OWN, root: "/" });
    const { status, error } = await editor.status(NEVER);
    assertEquals(status, "unavailable");
    assertMatch(error ?? "", /no absolute path/);
    assertEquals(editorRights(path, OWN), { net: [], read: [], write: [] });
  }
  await assertRefused("/a\0b", /no absolute path/);
  await assertRefused(`/${"x".repeat(103)}`, /longer than 103 bytes/);
});

Deno.test("a private socket, or one in a private directory, is taken", async () => {
  await using inPrivate = await Place.make(0o700, 0o777);
  checkSocket(inPrivate.socket, OWN);
  await using inPublic = await Place.make(0o755, 0o600);
  checkSocket(inPublic.socket, OWN);
});

Deno.test("a socket that others have a right to, in a directory that they have a right to, is refused", async () => {
  for (
    const [directory, socket] of [[0o755, 0o755], [0o710, 0o666], [0o701, 0o601], [0o777, 0o610]] as const
  ) {
    await using place = await Place.make(directory, socket);
    await assertRefused(place.socket, /neither it nor its directory is private/);
  }
});

Deno.test("a real editor whose socket is open to others is not spoken to", async () => {
  await using neovim = await Neovim.start();
  await Deno.chmod(dirname(neovim.socket), 0o755);
  const { status, error } = await neovim.editor().status(NEVER);
  assertEquals(status, "unavailable");
  assertMatch(error ?? "", /neither it nor its directory is private.*mode 0700/);
  assertEquals(await neovim.calls(), []);
});

Deno.test("a socket of another account, or on a system without any, is refused", async () => {
  await using place = await Place.make(0o700, 0o700);
  await assertRefused(place.socket, /belongs to user/, (OWN ?? 0) + 1);
  const error = await assertFails(() => checkSocket(place.socket, null), "EDITOR_SOCKET_REFUSED");
  assertMatch(error.message, /no owners to check/);
});

Deno.test("a link, a file, a directory, and nothing are refused, and so is a directory by a link's name", async () => {
  await using place = await Place.make(0o700, 0o755);
  const { directory, socket } = place;
  await Deno.symlink(socket, join(directory, "link"));
  await Deno.writeTextFile(join(directory, "file"), "");
  await assertRefused(join(directory, "link"), /it is a link/);
  await assertRefused(join(directory, "file"), /it is no socket/);
  await assertRefused(directory, /it is no socket/);
  await assertRefused(join(directory, "nothing"), /nothing is there/);
  const other = `${directory}-link`;
  await Deno.symlink(directory, other);
  try {
    await assertRefused(join(other, "nvim.sock"), /neither it nor its directory/);
  } finally {
    await Deno.remove(other);
  }
});

Deno.test("the right to look at the directory is only asked for where that is private", async () => {
  await using inPrivate = await Place.make(0o700, 0o755);
  const { directory, socket } = inPrivate;
  assertEquals(editorRights(socket, OWN), {
    net: [`unix:${socket}`],
    read: [socket, directory],
    write: [socket],
  });
  assertEquals(editorRights(socket, (OWN ?? 0) + 1).read, [socket]);
  assertEquals(editorRights(socket, null).read, [socket]);
  await using inPublic = await Place.make(0o755, 0o755);
  assertEquals(editorRights(inPublic.socket, OWN).read, [inPublic.socket]);
  assertEquals(editorRights("/nvim.sock", OWN).read, ["/nvim.sock"]);
});
