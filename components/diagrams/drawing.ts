/** What the page gives to a frame that draws (`components/markdown/preview/diagram.tsx`). */
export type Given = {
  code: string;
  isDark: boolean;
  /** What is said in the frame, in the reader's language. */
  words: { noNetwork: string; plot: string };
};

/** What comes of it: how high it is and what it is called, or why there is nothing to see. */
export type Outcome = { height: number; title: string } | { failure: string };

/** The drawing in the colors of paper, as the text of an SVG file; empty when it can't be drawn so. */
export type PaperDrawing = { paper: string };

/** Draws into a place in the colors of the page, and returns its title. */
type Draw = (given: Given, place: HTMLElement) => Promise<string>;

/** Draws what the frame was given, and tells the page around it how high it is, then and whenever that changes. */
export async function draw(how: Draw): Promise<void> {
  const tell = (message: Outcome | PaperDrawing) => parent.postMessage(message, "*");
  const place = document.getElementById("place")!;
  try {
    const given: Given = JSON.parse(document.getElementById("given")!.textContent!);
    const title = await how(given, place);
    const { body } = document;
    new ResizeObserver(() => tell({ height: body.getBoundingClientRect().height, title })).observe(body);
    tell({ paper: await drawForPaper(how, given, place).catch(() => "") });
  } catch (error) {
    tell({ failure: error instanceof Error ? error.message : String(error) });
  }
}

async function drawForPaper(how: Draw, given: Given, place: HTMLElement): Promise<string> {
  if (!given.isDark) return toFile(place);
  const paper = document.createElement("div");
  paper.style.cssText = `position:absolute;visibility:hidden;width:${place.clientWidth}px`;
  document.body.append(paper);
  try {
    await how({ ...given, isDark: false }, paper);
    return toFile(paper);
  } finally {
    paper.remove();
  }
}

/** A file names its own size. */
function toFile(place: HTMLElement): string {
  const drawn = place.querySelector("svg")!;
  const file = drawn.cloneNode(true) as SVGSVGElement;
  const box = drawn.viewBox.baseVal;
  const { width, height } = box?.width ? box : drawn.getBoundingClientRect();
  file.setAttribute("width", `${width}`);
  file.setAttribute("height", `${height}`);
  file.style.removeProperty("max-width");
  return new XMLSerializer().serializeToString(file);
}
