import { loadPdfJs, type PDFDocumentProxy, type PDFPageProxy } from "./load";
import { findPassage } from "./passage";

// Safari's limit for the area of a canvas.
const MAX_CANVAS_PIXELS = 16_000_000;

type Viewport = ReturnType<PDFPageProxy["getViewport"]>;

/**
 * Renders a page at the screen's resolution.
 * @throws when `signal` aborts
 */
export async function drawCanvas(
  page: PDFPageProxy,
  viewport: Viewport,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const { width, height } = viewport;
  const ratio = Math.min(window.devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width * ratio));
  canvas.height = Math.max(1, Math.floor(height * ratio));
  canvas.setAttribute("aria-hidden", "true");
  const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  signal.addEventListener("abort", () => task.cancel());
  await task.promise;
  return canvas;
}

export async function drawTextLayer(
  page: PDFPageProxy,
  viewport: Viewport,
  passage: string | undefined,
): Promise<HTMLElement> {
  const { TextLayer } = await loadPdfJs();
  const layer = document.createElement("div");
  layer.className = "pdf-text";
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  await text.render();
  if (passage !== undefined) mark(text.textDivs, text.textContentItemsStr, passage);
  return layer;
}

function mark(pieces: HTMLElement[], texts: string[], passage: string): void {
  for (const { item, from, to } of findPassage(texts, passage)) {
    const text = texts[item]!;
    const marked = document.createElement("mark");
    marked.textContent = text.slice(from, to);
    pieces[item]?.replaceChildren(text.slice(0, from), marked, text.slice(to));
  }
}

type Link = { subtype: string; rect: number[]; url?: string; dest?: string | unknown[] };

/** @param inside Accessible name of links within the PDF */
export async function drawLinks(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: Viewport,
  goTo: (page: number) => void,
  inside: string,
): Promise<HTMLElement> {
  const layer = document.createElement("div");
  const links = ((await page.getAnnotations()) as Link[]).filter(({ subtype }) => subtype === "Link");
  for (const { rect, url, dest } of links) {
    const link = document.createElement("a");
    if (url && /^(https?|mailto):/i.test(url)) {
      Object.assign(link, { href: url, target: "_blank", rel: "noopener noreferrer", title: url });
    } else if (dest) {
      link.href = "#";
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        const number = await findDestinationPage(pdf, dest).catch(() => undefined);
        if (number !== undefined) goTo(number);
      });
    } else continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = rect;
    const [x1, y1] = viewport.convertToViewportPoint(left, bottom) as [number, number];
    const [x2, y2] = viewport.convertToViewportPoint(right, top) as [number, number];
    link.className = "absolute rounded-sm";
    // Percentages of the page, which hold at any zoom.
    const share = (length: number, whole: number) => `${(100 * length) / whole}%`;
    Object.assign(link.style, {
      left: share(Math.min(x1, x2), viewport.width),
      top: share(Math.min(y1, y2), viewport.height),
      width: share(Math.abs(x2 - x1), viewport.width),
      height: share(Math.abs(y2 - y1), viewport.height),
    });
    // The link is empty, because its text is in the text layer below, so it needs an accessible name.
    link.setAttribute("aria-label", url ?? inside);
    layer.append(link);
  }
  return layer;
}

async function findDestinationPage(
  pdf: PDFDocumentProxy,
  dest: string | unknown[],
): Promise<number | undefined> {
  const place = typeof dest === "string" ? await pdf.getDestination(dest) : dest;
  const [target] = place ?? [];
  if (typeof target === "number") return target + 1;
  return target ? (await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0])) + 1 : undefined;
}
