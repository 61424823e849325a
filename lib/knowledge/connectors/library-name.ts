import { shortenFileName, shortenFolder } from "@/lib/platform/file-name";

const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\\]+/gu, " ")
    .trim()
    .toWellFormed();

/**
 * Returns the library folder and the file name for a path of the source. The source's folders are nested in a folder
 * with the connector's name.
 * @param name replaces the last part of the path
 */
export function toLibraryName(
  connector: string,
  path: string,
  name?: string,
): { folder: string; fileName: string } {
  const parts = path
    .split("/")
    .map(plain)
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.pop() ?? "index";
  const folder = shortenFolder([plain(connector.replaceAll("/", " ")), ...parts].join("/"));
  return { folder, fileName: shortenFileName(plain((name ?? last).replaceAll("/", " "))) };
}
