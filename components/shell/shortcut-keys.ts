import type { ShortcutName, Shortcuts } from "@/lib/identity/users/settings";

const MODIFIERS = ["Control", "Meta", "Alt", "AltGraph", "Shift"];

/** Returns the keys of an event as settings spell them; undefined while only modifiers are pressed. */
export function getKeys(event: KeyboardEvent): string | undefined {
  if (MODIFIERS.includes(event.key)) return undefined;
  return [
    (event.ctrlKey || event.metaKey) && "mod",
    event.altKey && "alt",
    // Signs such as "/" need Shift on some keyboards, so Shift counts for letters, digits and named keys only.
    event.shiftKey && /^(\p{L}|\p{N}|\w{2,})$/u.test(getKey(event)) && "shift",
    getKey(event),
  ]
    .filter(Boolean)
    .join("+");
}

// Letters are named by their place on the keyboard where another script or Alt changes what they write.
function getKey({ key, code }: KeyboardEvent): string {
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  return (letter && !/^[\x20-\x7e]$/.test(key) ? letter : key).toLowerCase();
}

export function findShortcut(shortcuts: Shortcuts, event: KeyboardEvent): ShortcutName | undefined {
  const keys = getKeys(event);
  return (Object.keys(shortcuts) as ShortcutName[]).find((name) => shortcuts[name] === keys);
}
