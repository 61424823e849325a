import { save } from "@/components/ui/save";
import { dialog, plainButton, row } from "./dialog";
import { picture } from "./picture";
import type { Texts } from "./texts";

/** Shows a picture large, and saves it. */
export function enlarge(blob: Blob, name: string, texts: Texts): void {
  const window = dialog(name);
  const close = plainButton(texts.closeFile, () => window.close());
  const keep = plainButton(
    texts.downloadFile.replace("{name}", () => name),
    () => save(blob, name),
  );
  window.append(picture(blob, name), row(keep, close));
  close.focus();
}
