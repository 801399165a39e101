/** Makes every directory list its entries in another order than the file system does. */
export function inOtherOrder(shuffle: (entries: Deno.DirEntry[]) => Deno.DirEntry[]): Disposable {
  const read = Deno.readDirSync;
  Deno.readDirSync = (path) => Iterator.from(shuffle([...read(path)]));
  return {
    [Symbol.dispose]() {
      Deno.readDirSync = read;
    },
  };
}
