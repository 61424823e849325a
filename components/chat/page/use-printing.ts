import { useEffect } from "react";
import { isPrintKey, PRINT_HASH } from "@/components/markdown/paper";
import { copyDrawing } from "@/components/markdown/preview/for-paper";

/**
 * Prints the whole chat, of which the thread renders only a part. The print shortcut renders the print document in a
 * frame. Printing through the browser's menu can't wait for a frame, so it uses the server-rendered document with the
 * diagrams already drawn on this page.
 */
export function usePrinting(chat: string): void {
  useEffect(() => {
    const address = `/print/chats/${chat}`;
    const media = window.matchMedia("print");
    let paper: HTMLElement | undefined;
    const lay = () => {
      paper ??= overlayPrintDocument(address);
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

// Prints the document in a frame, or the page itself if the document can't be loaded.
function printFrame(address: string): void {
  document.getElementById(FRAME)?.remove();
  const frame = document.createElement("iframe");
  frame.id = FRAME;
  frame.inert = true;
  // The frame needs a layout, because diagrams can't be drawn without one.
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

// Lays the document over the page for print only. The request is synchronous, because the browser waits for no
// promise in `beforeprint`.
function overlayPrintDocument(address: string): HTMLElement | undefined {
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
    // Offline, the page is printed without the document.
    return undefined;
  }
  return request.status === 200 ? request.responseText : undefined;
}
