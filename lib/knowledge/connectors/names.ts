/** Of a folder, and of a file: what `documents` takes from people. */
const LONGEST = { folder: 500, name: 200 };

const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\\]+/gu, " ")
    .trim()
    .toWellFormed();

/**
 * The folder of the library and the name of a file there: folders of the source below one named as the connector.
 * @param name in place of the end of the path
 */
export function nameOf(connector: string, path: string, name?: string): { folder: string; fileName: string } {
  const parts = path
    .split("/")
    .map(plain)
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.pop() ?? "index";
  const folder = [plain(connector.replaceAll("/", " ")), ...parts.slice(0, 9)]
    .join("/")
    .slice(0, LONGEST.folder);
  const fileName = plain((name ?? last).replaceAll("/", " "));
  const ending = /\.[^.]{1,10}$/.exec(fileName)?.[0] ?? "";
  const stem = fileName.slice(0, fileName.length - ending.length);
  return { folder, fileName: `${stem.slice(0, LONGEST.name - ending.length)}${ending}` };
}
