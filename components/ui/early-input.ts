// React drops the events of elements that it has not hydrated yet: buttons do nothing, forms load the page again and
// typed text disappears with the next render. This script runs in the head of each page and repeats lost input when its
// element is hydrated. React marks a hydrated element with a property `__reactProps$` and a random suffix.
//
// The function is sent as text, so it must not refer to anything outside itself.
function repeatEarlyInput(): void {
  // Time after which input is dropped for elements that React never hydrates, such as those in rendered Markdown.
  const MAX_WAIT_MS = 30_000;
  const RETRY_MS = 100;
  type Pending = {
    // Returns false while React stops the event.
    repeat: (element: HTMLElement) => boolean;
    deadline: number;
    findTwin?: () => Element | undefined;
    /** True when the page was left, also if one has come back to it. */
    isLeft?: () => boolean;
  };
  const pending = new Map<Element, Pending>();
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));

  function repeatHydrated(): void {
    for (const [element, wait] of pending) {
      const isReady = isHydrated(element);
      const isLate = performance.now() >= wait.deadline || (wait.isLeft?.() ?? false);
      if (!isReady && element.isConnected && !isLate) continue;
      const twin = element.isConnected || isLate ? undefined : wait.findTwin?.();
      if (!element.isConnected && wait.findTwin && !twin && !isLate) continue;
      pending.delete(element);
      if (twin) pending.set(twin, wait);
      // Waits for the next task, because React marks elements before it commits them.
      else if (isReady && element.isConnected && !isLate) setTimeout(() => repeatOn(element, wait));
    }
    if (pending.size > 0) requestAnimationFrame(repeatHydrated);
  }
  function repeatOn(element: Element, wait: Pending): void {
    if (!wait.repeat(element as HTMLElement)) setTimeout(() => setPending(element, wait), RETRY_MS);
  }
  function setPending(element: Element, wait: Pending): void {
    if (pending.size === 0) requestAnimationFrame(repeatHydrated);
    pending.set(element, wait);
  }
  const repeatLater = (element: Element, wait: Omit<Pending, "deadline">) =>
    setPending(element, { ...wait, deadline: performance.now() + MAX_WAIT_MS });

  // React listens on the document. It stops the events of elements that it has marked but not committed, because code
  // beside them is still loading, unless it can hydrate them immediately.
  let isRepeating = false;
  function reachesReact(type: string, repeat: () => void): boolean {
    let isReached = false;
    const onReach = () => {
      isReached = true;
    };
    document.documentElement.addEventListener(type, onReach, true);
    isRepeating = true;
    repeat();
    isRepeating = false;
    document.documentElement.removeEventListener(type, onReach, true);
    return isReached;
  }
  // React replaces what the server rendered when its code arrives after the page has changed. The new button is the only
  // one with its name within the same element with an id.
  function createTwinFinder(button: Element): Pick<Pending, "findTwin" | "isLeft"> {
    const name = (one: Element) => {
      const label = document.getElementById(one.getAttribute("aria-labelledby") ?? "");
      return one.getAttribute("aria-label") ?? (label ?? one).textContent;
    };
    const [place, wanted] = [button.closest("[id]:not(button)") ?? document.body, name(button)];
    const listTwins = () => [...place.querySelectorAll("button")].filter((one) => name(one) === wanted);
    const isUnique = listTwins().length === 1;
    const { href } = location;
    let isLeft = false;
    return {
      findTwin: () => {
        const [twin, ...others] = isUnique ? listTwins() : [];
        return twin !== button && others.length === 0 ? twin : undefined;
      },
      isLeft: () => {
        isLeft ||= !place.isConnected || location.href !== href;
        return isLeft;
      },
    };
  }

  // Events that React has not stopped, on elements that it has marked.
  const handled = new WeakSet<Event>();
  function unlessHandled(event: Event, repeatUnhandled: () => void): void {
    setTimeout(() => {
      if (!handled.has(event) && !event.defaultPrevented) repeatUnhandled();
    });
  }
  for (const type of ["click", "input"])
    document.documentElement.addEventListener(
      type,
      (event) => {
        const target = event.target as Element;
        if (isHydrated(target.closest("button") ?? target)) handled.add(event);
      },
      true,
    );

  const click = (button: HTMLElement) =>
    button.matches(":disabled") || reachesReact("click", () => button.click());
  addEventListener(
    "click",
    (event) => {
      const { target } = event;
      const button = target instanceof Element ? target.closest("button") : null;
      if (!button || isRepeating || (button.form && button.type === "submit")) return;
      // Found before React replaces anything.
      const twins = isHydrated(button) ? {} : createTwinFinder(button);
      unlessHandled(event, () => repeatLater(button, { repeat: click, ...twins }));
    },
    true,
  );
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // A form with an action works without scripts.
    if (isHydrated(form) || form.hasAttribute("action")) return;
    event.preventDefault();
    repeatLater(form, { repeat: () => reachesReact("submit", () => form.requestSubmit()) });
  });
  function repeatText(field: HTMLInputElement | HTMLTextAreaElement, typed: string): boolean {
    const before = field.value;
    // React compares with the value that was last assigned, and an assignment through the prototype is invisible to it.
    field.value = "";
    // Appends the typed text to a draft that was restored meanwhile.
    const text = before === typed ? typed : before + typed;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    const isTaken = reachesReact("input", () => field.dispatchEvent(new Event("input", { bubbles: true })));
    if (!isTaken) field.value = before;
    return isTaken;
  }
  addEventListener(
    "input",
    (event) => {
      const { target: field } = event;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
      if (isRepeating || ["checkbox", "radio", "file"].includes(field.type)) return;
      const typed = field.value;
      unlessHandled(event, () => repeatLater(field, { repeat: () => repeatText(field, typed) }));
    },
    true,
  );
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target: field } = event;
    if (key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (!(field instanceof HTMLTextAreaElement) || !field.matches("[data-composer]") || isHydrated(field))
      return;
    event.preventDefault();
    const typed = field.value;
    const pressEnter = () => {
      const again = { key, ctrlKey, metaKey, bubbles: true, cancelable: true };
      const isTaken = !field.dispatchEvent(new KeyboardEvent("keydown", again));
      // By the user's choice, Enter starts a line.
      if (!isTaken) repeatText(field, "\n");
    };
    repeatLater(field, {
      repeat: () => {
        const isTaken = repeatText(field, typed);
        if (isTaken) setTimeout(pressEnter);
        return isTaken;
      },
    });
  });
}

export const earlyInput = `(${repeatEarlyInput})()`;
