/** Nearer to the end than this the log follows what comes. In px. */
const NEAR = 120;

/** Keeps the newest message in view while the visitor is near the end of the log; elsewhere `button` leads there. */
export function followNewest(log: HTMLElement, button: HTMLElement) {
  const longest = () => log.scrollHeight - log.clientHeight;
  let isFollowing = true;
  let length = 0;
  const show = () => {
    isFollowing = true;
    log.scrollTo({ top: log.scrollHeight });
  };
  log.addEventListener(
    "scroll",
    () => {
      // With another length it is not the visitor who scrolls.
      if (longest() !== length) return;
      isFollowing = length - log.scrollTop < NEAR;
      if (isFollowing) button.hidden = true;
    },
    { passive: true },
  );
  // Also a keyboard that opens on a phone must not hide the newest message.
  const sizes = new ResizeObserver(() => {
    length = longest();
    if (isFollowing) show();
  });
  sizes.observe(log);
  sizes.observe(log.firstElementChild!);
  button.onclick = () => {
    show();
    log.focus({ preventScroll: true });
  };
  return {
    show,
    /** Something new has come: the button leads there, unless it is in view. */
    offer: () => {
      button.hidden = isFollowing;
    },
  };
}
