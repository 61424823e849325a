/** Returns an id for a connection: words of its name, with a number if the id is taken. */
export function createConnectionId(name: string, taken: string[]): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join("-")
    .slice(0, 36);
  const base = words?.replace(/-+$/, "") || "connection";
  let id = base;
  for (let number = 2; taken.includes(id); number++) id = `${base}-${number}`;
  return id;
}
