/** Returns the page's address without query and fragment, which may contain personal data. */
export const getPageAddress = () => location.origin + location.pathname;

/** Runs the work when the page has loaded and is idle, so that it doesn't slow the site down. */
export function runWhenIdle(work: () => void): void {
  const soon = () => setTimeout(work, 500);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
