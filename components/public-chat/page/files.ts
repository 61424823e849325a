import { save } from "@/components/ui/save";
import type { VisitorMessage } from "./message-html";
import type { Texts } from "./texts";

type AttachedFile = NonNullable<VisitorMessage["attachments"]>[number];
type AttachmentOptions = {
  /** Reads a file with the session header, so that an address alone gives no access. */
  read: (url: string) => Promise<Blob>;
  say: (text: string) => void;
};

// Raster images; SVG is excluded because it can run scripts.
const DISPLAYABLE_TYPES = /^image\/(png|jpeg|gif|webp|avif)$/;

export function createAttachments(texts: Texts, { read, say }: AttachmentOptions) {
  const fill = (text: string, { file_name }: AttachedFile) => text.replace("{name}", file_name);

  async function open(
    button: HTMLButtonElement,
    file: AttachedFile,
    show: (blob: Blob) => unknown,
  ): Promise<void> {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    try {
      await show(await read(file.url));
    } catch {
      say(fill(texts.fileFailed, file));
    } finally {
      button.ariaBusy = null;
    }
  }

  const thumbnails = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        thumbnails.unobserve(target);
        target.dispatchEvent(new Event("seen"));
      }
    },
    { rootMargin: "300px" },
  );

  return (article: HTMLElement, files: AttachedFile[]): void => {
    const items = article.querySelectorAll(".files > li");
    files.forEach((file, index) => {
      const item = items[index];
      if (!item) return;
      const isPicture = DISPLAYABLE_TYPES.test(file.mime_type);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "file";
      button.ariaLabel = fill(isPicture ? texts.openFile : texts.downloadFile, file);
      button.append(...item.childNodes);
      button.onclick = () =>
        void open(button, file, async (blob) => {
          if (!isPicture) return save(blob, file.file_name);
          const { enlargePicture } = await import("./enlarge");
          enlargePicture(picture(blob, file.file_name), () => save(blob, file.file_name), texts);
        });
      item.append(button);
      if (!isPicture) return;
      item.classList.add("picture");
      button.addEventListener("seen", () => {
        // Without a thumbnail the name remains, and choosing it shows the error.
        void read(file.url).then((blob) => button.prepend(picture(blob, "")), Object);
      });
      thumbnails.observe(button);
    });
  };
}

function picture(blob: Blob, name: string): HTMLImageElement {
  const image = new Image();
  const forget = () => URL.revokeObjectURL(image.src);
  image.alt = name;
  image.onload = forget;
  image.onerror = () => {
    forget();
    image.remove();
  };
  image.src = URL.createObjectURL(blob);
  return image;
}
