import { CONFINE } from "./confine";

/** Writes the document that the page around it sends, once. */
const FRAME = `<!doctype html><meta charset="utf-8"><script>{${CONFINE}
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  confine();
  document.open();
  apply(write, document, [data.replaceAll(/shadowrootmode/gi, "data-$&")]);
  document.close();
}, { once: true });
}</script>`;

export const dynamic = "force-static";

/** The frame in which a preview of HTML runs, the same for everybody; `previewHeaders` confines it. */
export const GET = (): Response =>
  new Response(FRAME, { headers: { "content-type": "text/html; charset=utf-8" } });
