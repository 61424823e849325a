// @ts-check
import { chatgpt } from "./chatgpt.mjs";
import { claude } from "./claude.mjs";
import { isFields } from "./definition.mjs";
import { libreChat } from "./librechat.mjs";
import { openWebUi } from "./open-webui.mjs";

/** @typedef {import("../../operations").ImportSource} ImportSource */

/** @satisfies {Record<ImportSource, import("./definition.mjs").ImportFormat>} */
const registry = { chatgpt, claude, open_webui: openWebUi, librechat: libreChat };

/**
 * Returns the product that wrote a chat; undefined when the value is not a chat.
 * @param {unknown} value
 * @returns {ImportSource | undefined}
 */
export function recognize(value) {
  if (!isFields(value)) return undefined;
  const sources = /** @type {ImportSource[]} */ (Object.keys(registry));
  return sources.find((source) => registry[source].recognizes(value));
}

/**
 * Returns a project or an assistant; undefined for another value.
 * @param {unknown} value
 * @returns {(import("./definition.mjs").ImportedRecord & { source: ImportSource }) | undefined}
 */
export function readRecord(value) {
  if (!isFields(value) || recognize(value)) return undefined;
  for (const source of /** @type {ImportSource[]} */ (Object.keys(registry))) {
    const record = /** @type {import("./definition.mjs").ImportFormat} */ (registry[source]).readRecord?.(
      value,
    );
    if (record) return { ...record, source };
  }
  return undefined;
}

/** @param {ImportSource} source @param {unknown} value */
export const readConversation = (source, value) =>
  registry[source].read(/** @type {import("./definition.mjs").Fields} */ (value));
