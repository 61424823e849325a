// Keeps the title of the previous page during a navigation: Next.js removes it before it inserts the next one, and a
// screen reader would announce the address. Runs in the head of each page.
//
// The function is sent as text, so it must not refer to anything outside itself.
function keepPreviousTitle(): void {
  new MutationObserver((records) => {
    const previous = document.head.querySelector("title[data-previous]");
    if (document.head.querySelector("title:not([data-previous])")) {
      previous?.remove();
      return;
    }
    const removed = records
      .flatMap(({ removedNodes }) => [...removedNodes])
      .find((node) => node instanceof HTMLTitleElement && !node.hasAttribute("data-previous"));
    if (!removed || previous) return;
    const copy = removed.cloneNode(true) as HTMLTitleElement;
    copy.setAttribute("data-previous", "");
    document.head.append(copy);
  }).observe(document.head, { childList: true });
}

export const preserveTitleScript = `(${keepPreviousTitle})()`;
