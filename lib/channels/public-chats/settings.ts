/** Color names for parameters: Material Design's colors in shade 500. */
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

export const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/;

export const isColour = (written: string): boolean => {
  const value = written.trim().toLowerCase();
  return Object.hasOwn(NAMED_COLOURS, value) || HEX.test(value);
};

export function isTimeZone(name: string): boolean {
  try {
    // Rejects offsets, which don't have daylight saving time.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
