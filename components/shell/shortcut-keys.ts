import type { ShortcutName, Shortcuts } from "@/lib/identity/users/settings";

/**
 * Returns the keys of an event as settings spell them; undefined while only modifiers are pressed. Is also sent as text
 * (early-shortcuts.ts), so it must not refer to anything outside itself.
 */
export function getKeys({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): string | undefined {
  if (/^(Control|Meta|Alt|AltGraph|Shift)$/.test(key)) return undefined;
  // Letters are named by their place on the keyboard where another script or Alt changes what they write.
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  const name = (letter && !/^[\x20-\x7e]$/.test(key) ? letter : key).toLowerCase();
  return [
    (ctrlKey || metaKey) && "mod",
    altKey && "alt",
    // Signs such as "/" need Shift on some keyboards, so Shift counts for letters, digits and named keys only.
    shiftKey && /^(\p{L}|\p{N}|\w{2,})$/u.test(name) && "shift",
    name,
  ]
    .filter(Boolean)
    .join("+");
}

export function findShortcut(shortcuts: Shortcuts, event: KeyboardEvent): ShortcutName | undefined {
  const keys = getKeys(event);
  return (Object.keys(shortcuts) as ShortcutName[]).find((name) => shortcuts[name] === keys);
}
