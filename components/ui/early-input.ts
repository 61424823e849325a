// React drops the events of elements that it has not hydrated yet: buttons do nothing, forms load the page again and
// typed text disappears with the next render. This script runs in the head of each page and repeats lost input when its
// element is hydrated. React marks a hydrated element with a property `__reactProps$` and a random suffix.
//
// The function is sent as text, so it must not refer to anything outside itself.
function repeatEarlyInput(): void {
  // Time after which input is dropped for elements that React never hydrates, such as those in rendered Markdown.
  const MAX_WAIT_MS = 30_000;
  type Pending = {
    repeat: (element: HTMLElement) => void;
    deadline: number;
    findTwin?: () => Element | undefined;
  };
  const pending = new Map<Element, Pending>();
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));

  function repeatHydrated(): void {
    for (const [element, wait] of pending) {
      const isReady = isHydrated(element);
      const isLate = performance.now() >= wait.deadline;
      if (!isReady && element.isConnected && !isLate) continue;
      const twin = element.isConnected ? undefined : wait.findTwin?.();
      if (!element.isConnected && wait.findTwin && !twin && !isLate) continue;
      pending.delete(element);
      if (twin) pending.set(twin, wait);
      // Waits for the next task, because React marks elements before it commits them.
      else if (isReady && element.isConnected) setTimeout(() => wait.repeat(element as HTMLElement));
    }
    if (pending.size > 0) requestAnimationFrame(repeatHydrated);
  }
  function repeatLater(element: Element, wait: Omit<Pending, "deadline">): void {
    if (pending.size === 0) requestAnimationFrame(repeatHydrated);
    pending.set(element, { ...wait, deadline: performance.now() + MAX_WAIT_MS });
  }
  // React replaces what the server rendered when its code arrives after the page has changed. The new button has the
  // same name within the same element with an id.
  function createTwinFinder(button: Element): () => Element | undefined {
    const name = (one: Element) => one.getAttribute("aria-label") ?? one.textContent;
    const [place, wanted] = [button.closest("[id]:not(button)") ?? document.body, name(button)];
    const { pathname } = location;
    const isSamePage = () => place.isConnected && location.pathname === pathname;
    return () =>
      isSamePage()
        ? [...place.querySelectorAll("button")].find((one) => one !== button && name(one) === wanted)
        : undefined;
  }

  // React listens on the document. It stops the clicks on buttons whose code isn't loaded, or hydrates the button and
  // handles the click.
  let isHandled = false;
  addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (!button || isHydrated(button) || (button.form && button.type === "submit")) return;
      const findTwin = createTwinFinder(button);
      isHandled = false;
      setTimeout(() => {
        if (!isHandled) repeatLater(button, { repeat: (element) => element.click(), findTwin });
      });
    },
    true,
  );
  // Reached behind React's listener, unless it has stopped the click.
  document.documentElement.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      isHandled = button !== null && isHydrated(button);
    },
    true,
  );
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // A form with an action works without scripts.
    if (isHydrated(form) || form.hasAttribute("action")) return;
    event.preventDefault();
    repeatLater(form, { repeat: () => form.requestSubmit() });
  });
  addEventListener("input", ({ target: field }) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (isHydrated(field) || ["checkbox", "radio", "file"].includes(field.type)) return;
    const typed = field.value;
    repeatLater(field, {
      repeat: () => {
        // Appends the typed text to a draft that was restored meanwhile.
        const text = field.value === typed ? typed : field.value + typed;
        // React compares with the value that was last assigned, and an assignment through the prototype is invisible to it.
        field.value = "";
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
  });
}

export const earlyInput = `(${repeatEarlyInput})()`;
