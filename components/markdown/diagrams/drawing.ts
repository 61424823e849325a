/** Message to a drawing frame (`components/markdown/preview/diagram.tsx`). */
export type DrawingInput = {
  code: string;
  isDark: boolean;
  words: { noNetwork: string; plot: string };
};

export type DrawingOutcome = { height: number; title: string } | { failure: string };

export type PaperDrawing = { paper: string };

// Draws into an element in the page's colors and returns the title.
type Draw = (input: DrawingInput, place: HTMLElement) => Promise<string>;

export async function draw(how: Draw): Promise<void> {
  const tell = (message: DrawingOutcome | PaperDrawing) => parent.postMessage(message, "*");
  const place = document.getElementById("place")!;
  try {
    const given: DrawingInput = JSON.parse(document.getElementById("given")!.textContent!);
    const title = await how(given, place);
    const { body } = document;
    new ResizeObserver(() => tell({ height: body.getBoundingClientRect().height, title })).observe(body);
    tell({ paper: await drawForPaper(how, given, place).catch(() => "") });
  } catch (error) {
    tell({ failure: error instanceof Error ? error.message : String(error) });
  }
}

async function drawForPaper(how: Draw, input: DrawingInput, place: HTMLElement): Promise<string> {
  if (!input.isDark) return toFile(place);
  const paper = document.createElement("div");
  paper.style.cssText = `position:absolute;visibility:hidden;width:${place.clientWidth}px`;
  document.body.append(paper);
  try {
    await how({ ...input, isDark: false }, paper);
    return toFile(paper);
  } finally {
    paper.remove();
  }
}

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
