import { CONFINEMENT_SCRIPT } from "./confine";
import { LINE_SCRIPT } from "./number-lines";

// Document that replaces itself with the first document sent by the embedding page.
const FRAME = `<!doctype html><meta charset="utf-8"><script>{${CONFINEMENT_SCRIPT}${LINE_SCRIPT}
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  confine();
  document.open();
  apply(write, document, [numberLines(data.replaceAll(/shadowrootmode/gi, "data-$&"))]);
  document.close();
}, { once: true });
}</script>`;

export const dynamic = "force-static";

/** Frame in which HTML previews run, identical for all users; `previewHeaders` confines it. */
export const GET = (): Response =>
  new Response(FRAME, { headers: { "content-type": "text/html; charset=utf-8" } });
