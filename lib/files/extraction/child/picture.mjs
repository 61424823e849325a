// @ts-check
import { createRequire } from "node:module";
import { describeUnread, MAX_PIXELS, readGreyPage, TOO_LARGE, toGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** Reads the text in an image. An image without text is not an error. @type {import("./readers.mjs").Read} */
export async function readPicture(path, output, tell, { languages }) {
  const sharp = require("sharp");
  const size = await sharp(path, { limitInputPixels: false }).metadata();
  if (size.width * size.height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 }).rotate();
  const found = await readGreyPage(await toGreyPage(picture, size), languages, tell);
  output.add(found.text);
  const unread = describeUnread(found);
  if (unread) output.leaveOut(unread);
}
