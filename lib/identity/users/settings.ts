export const SEND_KEYS = ["enter", "mod+enter"] as const;
export type SendKey = (typeof SEND_KEYS)[number];

/**
 * Shortcuts that people can change, with their default keys. `mod` is Ctrl, and ⌘ on a Mac; the key comes last, in the
 * spelling of `KeyboardEvent.key` and lower case.
 */
export const DEFAULT_SHORTCUTS = {
  find: "mod+k",
  searchChats: "mod+shift+f",
  newChat: "mod+shift+o",
  toggleSidebar: "mod+shift+s",
  messageField: "shift+escape",
  list: "mod+/",
} as const;
export type ShortcutName = keyof typeof DEFAULT_SHORTCUTS;
export const shortcutNames = Object.keys(DEFAULT_SHORTCUTS) as ShortcutName[];
export type Shortcuts = Record<ShortcutName, string>;

/** A shortcut needs Ctrl or Alt, or is a function key or Escape, so that typing doesn't trigger it. */
export const SHORTCUT_PATTERN =
  /^((mod\+(alt\+)?|alt\+)(shift\+)?[^\s+]{1,20}|(shift\+)?(f[1-9]|f1[0-2])|shift\+escape)$/;

// Keys that edit text, send, paste and move chats.
const RESERVED = /^(mod\+(shift\+)?[acvxyz]|mod\+(enter|backspace|arrow\w+)|alt\+arrow\w+)$/;
export const isReserved = (keys: string): boolean => RESERVED.test(keys);

export const mergeShortcuts = (changed: Partial<Shortcuts>): Shortcuts => ({
  ...DEFAULT_SHORTCUTS,
  ...changed,
});

/** Returns a shortcut that has the keys of another one. */
export const findDuplicate = (shortcuts: Shortcuts): ShortcutName | undefined =>
  shortcutNames.find((name, at) =>
    shortcutNames.slice(0, at).some((other) => shortcuts[other] === shortcuts[name]),
  );
