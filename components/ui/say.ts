/** What was said before stays for those who look for it again. */
const KEPT = 4;

/** Adds a line to a live region; what was said before is not said again, and not cut off. */
export function sayIn(region: HTMLElement | null, text: string): void {
  if (!region || text === "") return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > KEPT) region.firstElementChild!.remove();
}
