import { IMPORT_SOURCES, type ImportSource } from "../contract";
import { chatgpt } from "./chatgpt";
import { claude } from "./claude";
import { type Fields, type ImportFormat, isFields } from "./definition";
import { libreChat } from "./librechat";
import { openWebUi } from "./open-webui";

/** How the chats of each product are read. */
const registry: Record<ImportSource, ImportFormat> = {
  chatgpt,
  claude,
  open_webui: openWebUi,
  librechat: libreChat,
};

const sources = Object.keys(IMPORT_SOURCES) as ImportSource[];

/** Which product has written a chat; undefined for what is none. */
export const sourceOf = (value: unknown): ImportSource | undefined =>
  isFields(value) ? sources.find((source) => registry[source].recognizes(value)) : undefined;

/** What a chat of a product says. */
export const readAs = (source: ImportSource, value: unknown) => registry[source].read(value as Fields);
