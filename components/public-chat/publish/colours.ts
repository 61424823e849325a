import { HEX, NAMED_COLOURS } from "@/lib/channels/public-chats/settings";

/** Returns a color as `rrggbb` without transparency; undefined if the text is not a color. */
export function toOpaqueColour(written: string): string | undefined {
  const value = written.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED_COLOURS, value) ? NAMED_COLOURS[value]! : HEX.exec(value)?.[1];
  if (!hex) return undefined;
  if (hex.length <= 4) return [...hex.slice(0, 3)].map((digit) => digit + digit).join("");
  return hex.slice(-6);
}
