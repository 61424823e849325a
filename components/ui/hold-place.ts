/**
 * Holds still what is in view of a log of messages while what stands above it
 * changes. Messages are known again by their `data-id`, also where they are drawn anew.
 * @returns what to call once it has changed
 */
export function holdPlace(scroller: HTMLElement): () => void {
  const { top, bottom } = scroller.getBoundingClientRect();
  const before = new Map<string, number>();
  for (const message of scroller.querySelectorAll<HTMLElement>("[data-id]")) {
    const place = message.getBoundingClientRect();
    if (place.bottom > top && place.top < bottom) before.set(message.dataset.id!, place.top);
  }
  // Not all browsers hold on to what is in view, and those that do must not do it twice.
  scroller.style.setProperty("overflow-anchor", "none");
  return () => {
    const moved = [...before].flatMap(([id, was]) => {
      const message = scroller.querySelector(`[data-id="${id}"]`);
      return message ? message.getBoundingClientRect().top - was : [];
    });
    // A reply that waited for its question moves up to it: the others have moved down further.
    if (moved.length > 0) scroller.scrollTop += Math.max(...moved);
    scroller.style.removeProperty("overflow-anchor");
  };
}
