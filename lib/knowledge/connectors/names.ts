import { shortenFileName, shortenFolder } from "@/lib/platform/file-name";

const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\\]+/gu, " ")
    .trim()
    .toWellFormed();

/**
 * The folder of the library and the name of a file there: folders of the source below one named as the connector.
 * @param name in place of the end of the path
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
