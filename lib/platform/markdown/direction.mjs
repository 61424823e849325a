// @ts-check

export const RIGHT_TO_LEFT_SCRIPTS =
  "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}";
const RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT_SCRIPTS}]`, "u");

/**
 * Returns the direction of the first letter, as HTML's `dir=auto` does, or undefined without letters.
 * @param {string} text
 * @returns {"ltr" | "rtl" | undefined}
 */
export function getTextDirection(text) {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}
