/** Returns a file name that is valid on every operating system, or `otherwise` when nothing remains. */
export const toFileName = (name: string, otherwise: string): string =>
  name
    .replace(/[\s\p{C}/\\:*?"<>|]+/gu, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
    .slice(0, 100)
    .toWellFormed() || otherwise;

const MAX_NAME_CHARACTERS = 200;
const MAX_FOLDER_CHARACTERS = 500;
const MAX_FOLDER_DEPTH = 10;

export function shortenFileName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const ending = /\.[^.]{1,10}$/.exec(name.slice(-11))?.[0] ?? "";
  return name.slice(0, MAX_NAME_CHARACTERS - ending.length).toWellFormed() + ending;
}

/** @param folder path segments joined by `/` */
export const shortenFolder = (folder: string): string =>
  folder.slice(0, MAX_FOLDER_CHARACTERS).toWellFormed().split("/").slice(0, MAX_FOLDER_DEPTH).join("/");
