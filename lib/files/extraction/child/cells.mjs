// @ts-check

/**
 * SheetJS's cell as read with `cellDates` and `cellNF`. `z`: number format; `f`: formula.
 * @typedef {{ t: string, v?: unknown, w?: string, z?: string | number, f?: string }} Cell
 */

// Day 0 of serial dates (ECMA-376 part 1, 18.17.4.1) in the 1900 system, before and after its nonexistent 29
// February 1900.
const EPOCH_BEFORE_LEAP = Date.UTC(1899, 11, 31);
const EPOCH = Date.UTC(1899, 11, 30);
const LEAP = Date.UTC(1900, 2, 1);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
// Literal parts of a number format: quoted text, escapes, padding, and colors, locales and conditions in brackets.
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
const ELAPSED = /\[(h+|m+|s+)\]/i;
// Significant decimal digits of a double.
const DIGITS = 15;

/**
 * Formats a cell as displayed, except that dates and times use one unambiguous format and numbers keep digits that
 * Excel hides to fit the column.
 * @param {Cell | undefined} cell
 * @param {boolean} is1904 days are counted from 1904
 * @returns {unknown}
 */
export function formatCell(cell, is1904) {
  if (!cell) return "";
  if (cell.v === undefined || cell.t === "z") return cell.f ? `=${cell.f}` : "";
  if (cell.v instanceof Date) return showDate(cell.v, String(cell.z ?? ""), is1904);
  if (typeof cell.v === "number" && cell.t === "n" && isGeneral(cell)) return formatNumber(cell.v);
  return cell.w ?? cell.v;
}

/** Returns a cell's value for calculations. @param {Cell | undefined} cell @param {boolean} is1904 */
export function readValue(cell, is1904) {
  if (cell?.t === "e") return null;
  if (typeof cell?.v === "number" || typeof cell?.v === "boolean") return cell.v;
  const shown = formatCell(cell, is1904);
  return shown === "" ? null : shown;
}

/** @param {Cell} cell */
const isGeneral = ({ z = "General", w = "" }) =>
  z === "General" || z === "@" || (/\dE[+-]/.test(w) && !/E[+-]/i.test(String(z)));

/** @param {number} number */
export const formatNumber = (number) => String(Number(number.toPrecision(DIGITS)));

/** @param {Date} date whose UTC parts are displayed @param {string} format @param {boolean} is1904 */
function showDate(date, format, is1904) {
  // Serial dates are fractions of days, so rounding errors make seconds inexact.
  const ms = Math.round(date.getTime() / 1000) * 1000;
  const [positive = ""] = format.replaceAll(LITERALS, "").split(";");
  const hasTime = /[hs]/i.test(positive);
  if (ELAPSED.test(positive)) return formatDuration((ms - getEpoch(ms, is1904)) / 1000);
  const [day, time] = /** @type {[string, string]} */ (new Date(ms).toISOString().slice(0, 19).split("T"));
  const shown = time.replace(/:00$/, "");
  if (hasTime && !/[yd]/i.test(positive)) return shown;
  return hasTime || time !== "00:00:00" ? `${day} ${shown}` : day;
}

/** @param {number} ms @param {boolean} is1904 */
function getEpoch(ms, is1904) {
  if (is1904) return EPOCH_1904;
  return ms < LEAP ? EPOCH_BEFORE_LEAP : EPOCH;
}

/** @param {number} seconds */
export function formatDuration(seconds) {
  const total = Math.abs(Math.round(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return `${seconds < 0 ? "-" : ""}${hours}:${two(minutes)}${rest > 0 ? `:${two(rest)}` : ""}`;
}
