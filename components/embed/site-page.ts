/** The embedding page, without what its query and fragment may tell. */
export const here = () => location.origin + location.pathname;

/** When the embedding page has loaded, so that it is no slower. */
export function onceIdle(work: () => void): void {
  const soon = () => setTimeout(work, 500);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
