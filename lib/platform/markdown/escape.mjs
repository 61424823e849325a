// @ts-check

/** @type {Record<string, string>} */
const ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for HTML content and quoted attributes.
 * @param {string} text
 */
export const escapeText = (text) =>
  text.replace(/[&<>"']/g, (sign) => /** @type {string} */ (ENTITIES[sign]));
