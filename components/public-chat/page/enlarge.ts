import { createButtonRow, createDialog, createPlainButton } from "./dialog";
import type { Texts } from "./texts";

export function enlargePicture(image: HTMLImageElement, save: () => void, texts: Texts): void {
  const window = createDialog(image.alt);
  const close = createPlainButton(texts.closeFile, () => window.close());
  const keep = createPlainButton(
    texts.downloadFile.replace("{name}", () => image.alt),
    save,
  );
  window.append(image, createButtonRow(keep, close));
  close.focus();
}
