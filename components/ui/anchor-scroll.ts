/**
 * Preserves the visible part of a message log while content above changes. Messages are matched by `data-id`, so they
 * may be rerendered.
 * @returns a function to call after the change
 */
export function anchorScroll(scroller: HTMLElement): () => void {
  const { top, bottom } = scroller.getBoundingClientRect();
  const before = new Map<string, number>();
  for (const message of scroller.querySelectorAll<HTMLElement>("[data-id]")) {
    const place = message.getBoundingClientRect();
    if (place.bottom > top && place.top < bottom) before.set(message.dataset.id!, place.top);
  }
  // Disables scroll anchoring, because browsers that support it would compensate a second time.
  scroller.style.setProperty("overflow-anchor", "none");
  return () => {
    const moved = [...before].flatMap(([id, was]) => {
      const message = scroller.querySelector(`[data-id="${id}"]`);
      return message ? message.getBoundingClientRect().top - was : [];
    });
    // A reply that moves up to its question shifts the other messages further down.
    if (moved.length > 0) scroller.scrollTop += Math.max(...moved);
    scroller.style.removeProperty("overflow-anchor");
  };
}
