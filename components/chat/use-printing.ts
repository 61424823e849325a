import { useEffect } from "react";
import { isPrintKey, PRINT_HASH } from "@/components/markdown/paper";
import { copyDrawing } from "@/components/markdown/preview/for-paper";

/**
 * Prints the whole chat, of which the thread holds and shows only a part. With the browser's key for it, its document is
 * drawn and printed in a frame. Other ways to print do not wait: they get the document as the server renders it, with the
 * drawings that this page has.
 */
export function usePrinting(chat: string): void {
  useEffect(() => {
    const address = `/print/chats/${chat}`;
    const media = window.matchMedia("print");
    let paper: HTMLElement | undefined;
    const lay = () => {
      paper ??= layPaper(address);
    };
    const lift = () => {
      paper?.remove();
      paper = undefined;
    };
    const onMedia = () => (media.matches ? lay() : lift());
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return;
      event.preventDefault();
      printFrame(address);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("beforeprint", lay);
    window.addEventListener("afterprint", lift);
    media.addEventListener("change", onMedia);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("beforeprint", lay);
      window.removeEventListener("afterprint", lift);
      media.removeEventListener("change", onMedia);
      lift();
    };
  }, [chat]);
}

const FRAME = "printed-chat";

/** Has the document print itself, or the page where it does not come. */
function printFrame(address: string): void {
  document.getElementById(FRAME)?.remove();
  const frame = document.createElement("iframe");
  frame.id = FRAME;
  frame.inert = true;
  // Where nothing is laid out, nothing can be drawn.
  frame.style.cssText =
    "position:fixed;inset:0;width:100%;height:100%;opacity:0;pointer-events:none;z-index:-1";
  frame.src = address + PRINT_HASH;
  frame.onload = () => {
    if (frame.contentDocument?.querySelector(".printed")) {
      frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
      return;
    }
    frame.remove();
    window.print();
  };
  document.body.append(frame);
}

/** Lays the document over the page, on paper only. The browser waits for no promise before it prints. */
function layPaper(address: string): HTMLElement | undefined {
  const html = readNow(address);
  const printed = html && new DOMParser().parseFromString(html, "text/html").querySelector(".printed");
  if (!printed) return undefined;
  for (const figure of printed.querySelectorAll<HTMLElement>("figure[data-kind]")) {
    const drawing = copyDrawing(figure.dataset.kind!, figure.querySelector("pre")?.textContent ?? "");
    if (drawing) figure.replaceChildren(drawing);
  }
  const paper = document.createElement("div");
  paper.className = "paper";
  paper.append(printed);
  document.body.append(paper);
  return paper;
}

function readNow(address: string): string | undefined {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  try {
    request.send();
  } catch {
    // Offline: the page is printed as it is.
    return undefined;
  }
  return request.status === 200 ? request.responseText : undefined;
}
