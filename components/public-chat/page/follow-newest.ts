// Distance from the end, in pixels, within which the log follows new messages.
const NEAR = 120;

/** Keeps the newest message in view while the log is scrolled to its end. Otherwise `button` scrolls to the end. */
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
      // A changed height means that the browser scrolled, not the visitor.
      if (longest() !== length) return;
      isFollowing = length - log.scrollTop < NEAR;
      if (isFollowing) button.hidden = true;
    },
    { passive: true },
  );
  // Also covers a phone's on-screen keyboard, which resizes the log.
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
    offer: () => {
      button.hidden = isFollowing;
    },
  };
}
