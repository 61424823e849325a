/** What the page gives to a frame that draws (`components/markdown/preview/diagram.tsx`). */
export type Given = {
  code: string;
  isDark: boolean;
  /** What is said in the frame, in the reader's language. */
  words: { noNetwork: string; plot: string };
};

/** What comes of it: how high it is and what it is called, or why there is nothing to see. */
export type Outcome = { height: number; title: string } | { failure: string };

/** Draws what the frame was given, and tells the page around it how high it is, then and whenever that changes. */
export async function draw(how: (given: Given, place: HTMLElement) => Promise<string>): Promise<void> {
  const tell = (outcome: Outcome) => parent.postMessage(outcome, "*");
  const place = document.getElementById("place")!;
  try {
    const title = await how(JSON.parse(document.getElementById("given")!.textContent!), place);
    const { body } = document;
    new ResizeObserver(() => tell({ height: body.getBoundingClientRect().height, title })).observe(body);
  } catch (error) {
    tell({ failure: error instanceof Error ? error.message : String(error) });
  }
}
