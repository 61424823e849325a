import { dialog, plainButton, row } from "./dialog";
import type { Texts } from "./texts";

/** @param save Downloads the picture */
export function enlarge(image: HTMLImageElement, save: () => void, texts: Texts): void {
  const window = dialog(image.alt);
  const close = plainButton(texts.closeFile, () => window.close());
  const keep = plainButton(
    texts.downloadFile.replace("{name}", () => image.alt),
    save,
  );
  window.append(image, row(keep, close));
  close.focus();
}
