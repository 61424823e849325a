// Number of lines kept in the region for rereading.
const KEPT = 4;

/** Appends a line to a live region, so that earlier lines are neither repeated nor interrupted. */
export function announceIn(region: HTMLElement | null, text: string): void {
  if (!region || text === "") return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > KEPT) region.firstElementChild!.remove();
}
