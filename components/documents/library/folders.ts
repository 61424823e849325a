export const getFolderName = (folder: string): string => folder.split("/").at(-1)!;

/** Returns the direct subfolders of a folder, with the number of documents in each at any depth. */
export function listSubfolders(
  all: { folder: string; documents_count: number }[],
  folder: string,
): { folder: string; count: number }[] {
  const before = folder === "" ? "" : `${folder}/`;
  const counts = new Map<string, number>();
  for (const { folder: path, documents_count: count } of all) {
    if (path === "" || path === folder || !path.startsWith(before)) continue;
    const [name] = path.slice(before.length).split("/");
    const inner = before + name;
    counts.set(inner, (counts.get(inner) ?? 0) + count);
  }
  return [...counts].map(([inner, count]) => ({ folder: inner, count }));
}
