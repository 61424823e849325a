/** Has a page show another version of itself: the frame stays, so nothing flashes and the history gets no step. */
export function paint(shown: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  const style = shown.querySelector("style");
  const written = next.querySelector("style");
  // A frame that shows no page of ours, as after a refusal.
  if (!style || !written) return;
  const { lang, dir, dataset } = next.documentElement;
  Object.assign(shown.documentElement, { lang, dir });
  if (dataset.theme) shown.documentElement.dataset.theme = dataset.theme;
  else delete shown.documentElement.dataset.theme;
  // The element keeps its nonce, by which the page's policy knows it.
  style.textContent = written.textContent;
  const top = shown.querySelector("main")?.scrollTop ?? 0;
  shown.body.replaceChildren(...next.body.childNodes);
  shown.querySelector("main")?.scrollTo({ top });
}
