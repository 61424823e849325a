// @ts-check
import { createRequire } from "node:module";
import { MAX_PIXELS, PARTLY_READ, readGreyPage, TOO_LARGE, toGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** The text in a picture; none is no fault. @type {import("./readers.mjs").Read} */
export async function readPicture(path, output, tell, { languages }) {
  const sharp = require("sharp");
  const size = await sharp(path, { limitInputPixels: false }).metadata();
  if (size.width * size.height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 }).rotate();
  const { text, isPartial } = await readGreyPage(await toGreyPage(picture, size), languages, tell);
  output.add(text);
  if (isPartial) output.leaveOut(PARTLY_READ);
}
