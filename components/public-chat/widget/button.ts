import type { Chosen } from "./chosen";
import type { ScriptOptions } from "./options";
import { applyStyle, createIcon, getContrastColor, renderAvatar } from "./style";
import type { getTexts } from "./texts";

const CHAT = "M21 12a8 8 0 0 1-11.6 7.2L3 21l1.8-6.4A8 8 0 1 1 21 12";
const DOWN = "m6 9 6 6 6-6";

type ButtonState = { isOpen: boolean; isReady: boolean; unread: number };

/** Creates the launcher's button in a shadow root, isolated from the site's styles, with a container for the frame. */
export function createLauncherButton(
  options: ScriptOptions,
  words: () => ReturnType<typeof getTexts>,
  toggle: () => void,
) {
  const holder = document.createElement("div");
  const root = holder.attachShadow({ mode: "open" });
  applyStyle(root);
  const box = document.createElement("div");
  const button = document.createElement("button");
  button.type = "button";
  button.hidden = options.button === "none";
  button.onclick = toggle;
  const badge = document.createElement("span");
  let avatar: Element | undefined;
  box.append(button);
  root.append(box);
  return {
    holder,
    box,
    button,
    paint({ isOpen, isReady, unread }: ButtonState): void {
      const texts = words();
      const label = isOpen ? texts.close : texts.open;
      button.replaceChildren(isOpen ? createIcon(DOWN) : (avatar ?? createIcon(CHAT)), badge);
      badge.hidden = unread === 0 || isOpen;
      badge.textContent = unread > 99 ? "99+" : String(unread);
      button.ariaLabel = badge.hidden ? label : texts.openUnread.replace("{count}", String(unread));
      button.ariaExpanded = String(isOpen);
      // The launcher's button stays visible until the frame is ready, so that a broken frame can be closed.
      box.classList.toggle("is-full", isOpen && isReady);
    },
    show({ color, position, ...chosen }: Chosen): void {
      // The site's CSP may block the picture.
      avatar = chosen.avatar
        ? renderAvatar(chosen.avatar, () => avatar?.replaceWith(createIcon(CHAT)))
        : undefined;
      if (avatar) button.firstChild?.replaceWith(avatar);
      const own = options.color ?? "";
      box.style.setProperty("--color", CSS.supports("color", own) ? own : (color ?? "#14614f"));
      box.classList.toggle("left", (options.position ?? position) === "left");
      document.body.append(holder);
      box.style.setProperty("--mark", getContrastColor(getComputedStyle(button).backgroundColor));
    },
  };
}
