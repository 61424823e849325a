/** Replaces the content of a framed page in place, which avoids flashes and history entries. */
export function replaceContent(shown: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  const style = shown.querySelector("style");
  const written = next.querySelector("style");
  // The frame shows another page, for example after an error.
  if (!style || !written) return;
  const { lang, dir, dataset } = next.documentElement;
  Object.assign(shown.documentElement, { lang, dir });
  if (dataset.theme) shown.documentElement.dataset.theme = dataset.theme;
  else delete shown.documentElement.dataset.theme;
  // The style element stays, because the CSP knows its nonce.
  style.textContent = written.textContent;
  const top = shown.querySelector("main")?.scrollTop ?? 0;
  shown.body.replaceChildren(...next.body.childNodes);
  shown.querySelector("main")?.scrollTo({ top });
}
