import { HEX, NAMED_COLOURS } from "./settings";

/** An sRGB color with channels from 0 to 255 and alpha from 0 to 1. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

/**
 * Parses `#rgb`, `#rgba` (alpha last), `#rrggbb` and `#aarrggbb` (alpha first), each with or without `#`, and
 * NAMED_COLOURS, case-insensitively. Returns undefined for anything else.
 */
export function readColour(value: string): Colour | undefined {
  const written = value.trim().toLowerCase();
  const named = Object.hasOwn(NAMED_COLOURS, written) ? NAMED_COLOURS[written] : undefined;
  const hex = named ?? HEX.exec(written)?.[1];
  if (!hex) return undefined;
  const size = hex.length <= 4 ? 1 : 2;
  const channels = hex
    .match(size === 1 ? /./g : /../g)!
    .map((part) => Number.parseInt(part.repeat(3 - size), 16));
  if (hex.length === 8) channels.push(channels.shift()!);
  const [red, green, blue, alpha = 255] = channels as [number, number, number, number?];
  return { red, green, blue, alpha: alpha / 255 };
}

/** Formats a color for CSS. The result contains numbers only, so it is safe in a style sheet. */
export const toCss = ({ red, green, blue, alpha }: Colour): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${Number(alpha.toFixed(3))})`;

export function blendColours(colour: Colour, ground: Colour): Colour {
  const mixed = (channel: "red" | "green" | "blue") =>
    colour[channel] * colour.alpha + ground[channel] * (1 - colour.alpha);
  return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 };
}

/** Returns the contrast ratio (WCAG 2) of two opaque colors, from 1 to 21. */
export function getContrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
export const BLACK: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Returns black or white, whichever has the higher contrast. One of them always reaches 4.5:1. */
export const getReadableColour = (ground: Colour): Colour =>
  getContrast(WHITE, ground) > getContrast(BLACK, ground) ? WHITE : BLACK;

function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
