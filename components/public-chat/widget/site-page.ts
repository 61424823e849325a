/** Returns the page's address without query and fragment, which may contain personal data. */
export const getPageAddress = () => location.origin + location.pathname;

export function runWhenIdle(work: () => void): void {
  const soon = () => setTimeout(work, 500);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
