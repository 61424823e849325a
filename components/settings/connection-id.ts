/** Returns an id for a connection: the id of its preset, with a number if that is taken. */
export function createConnectionId(presetId: string, taken: string[]): string {
  let id = presetId;
  for (let number = 2; taken.includes(id); number++) id = `${presetId}-${number}`;
  return id;
}
