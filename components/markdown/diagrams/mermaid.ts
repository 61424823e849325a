import { draw } from "./drawing";

/** Global of the package's browser build, which `scripts/browser-scripts.mjs` loads first. */
declare const mermaid: {
  initialize(options: object): void;
  render(id: string, code: string): Promise<{ svg: string }>;
};

void draw(async ({ code, isDark }, place) => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: isDark ? "dark" : "default",
    fontFamily: "system-ui, sans-serif",
    suppressErrorRendering: true,
  });
  // The id must be unique, because a second drawing is made for print.
  const id = `diagram-${document.querySelectorAll("svg").length}`;
  const { svg } = await mermaid.render(id, code);
  place.innerHTML = svg;
  const drawn = place.querySelector("svg")!;
  const shown = drawn.querySelector("[class*=TitleText]")?.textContent ?? "";
  const named = drawn.querySelector(":scope > title")?.textContent;
  if (!named && shown) drawn.setAttribute("aria-label", shown);
  return named || shown;
});
