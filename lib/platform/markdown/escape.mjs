// @ts-check

/** @type {Record<string, string>} */
const ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, also inside quotes. @param {string} text */
export const escapeText = (text) =>
  text.replace(/[&<>"']/g, (sign) => /** @type {string} */ (ENTITIES[sign]));
