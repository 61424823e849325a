const whole = new Intl.NumberFormat("en");
export const count = (value: number): string => whole.format(value);

/** "1 member", "2 members" */
export const counted = (value: number, what: string): string =>
  `${count(value)} ${what}${value === 1 ? "" : "s"}`;

/** The number that somebody typed, null for none. @throws Error for anything else, which JSON would make a null of */
export function tokensIn(text: string): number | null {
  if (text.trim() === "") return null;
  const digits = text.replace(/[\s.,_']/g, "");
  if (!/^\d{1,15}$/.test(digits)) throw new Error("Enter a whole number, or leave it empty.");
  return Number(digits);
}
