/** A colour in sRGB: channels from 0 to 255, alpha from 0 to 1. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

/** The names that pages may give: Material's colours in their 500 shade. */
export const NAMED_COLOURS: Record<string, string> = {
  red: "f44336",
  blue: "2196f3",
  green: "4caf50",
  teal: "009688",
  purple: "9c27b0",
  indigo: "3f51b5",
  cyan: "00bcd4",
  orange: "ff9800",
  amber: "ffc107",
  pink: "e91e63",
  lime: "cddc39",
  yellow: "ffeb3b",
  brown: "795548",
  grey: "9e9e9e",
  gray: "9e9e9e",
  white: "ffffff",
  black: "000000",
  transparent: "00000000",
  deeppurple: "673ab7",
  deeporange: "ff5722",
  lightblue: "03a9f4",
  lightgreen: "8bc34a",
  bluegrey: "607d8b",
  bluegray: "607d8b",
};

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/;

/**
 * Reads `#rgb`, `#rgba` (alpha last), `#rrggbb`, `#aarrggbb` (alpha first), each
 * also without `#`, and the names above, in any case. Undefined for anything else.
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

/** As CSS; made of numbers only, so that it may stand in a style sheet. */
export const css = ({ red, green, blue, alpha }: Colour): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${Number(alpha.toFixed(3))})`;

/** What is seen when a colour lies over an opaque one. */
export function over(colour: Colour, ground: Colour): Colour {
  const mixed = (channel: "red" | "green" | "blue") =>
    colour[channel] * colour.alpha + ground[channel] * (1 - colour.alpha);
  return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 };
}

/** The ratio of WCAG 2 between two opaque colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
export const BLACK: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Black or white, whichever is read better on an opaque colour: one of them always has 4.5:1. */
export const readableOn = (ground: Colour): Colour =>
  contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK;

function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
