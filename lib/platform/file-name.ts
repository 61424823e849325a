/** What people named something, as a file name that every system takes; `otherwise` where nothing is left of it. */
export const fileNameFrom = (name: string, otherwise: string): string =>
  name
    .replace(/[\s\p{C}/\\:*?"<>|]+/gu, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
    .slice(0, 100)
    .toWellFormed() || otherwise;

/** What a document's name and its folder may have, whoever gives them. */
const MAX_NAME_CHARACTERS = 200;
const MAX_FOLDER_CHARACTERS = 500;
const MAX_FOLDER_DEPTH = 10;

/** Cuts a long name before its ending. */
export function shortenFileName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const ending = /\.[^.]{1,10}$/.exec(name.slice(-11))?.[0] ?? "";
  return name.slice(0, MAX_NAME_CHARACTERS - ending.length).toWellFormed() + ending;
}

/** @param folder names joined by `/` */
export const shortenFolder = (folder: string): string =>
  folder.slice(0, MAX_FOLDER_CHARACTERS).toWellFormed().split("/").slice(0, MAX_FOLDER_DEPTH).join("/");
