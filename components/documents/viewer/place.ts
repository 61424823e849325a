/** Range of a text, in UTF-16 code units. */
export type Marked = { start: number; length: number };

/** Position that a preview opens at: a page, a second, or a highlighted passage. */
export type DocumentPosition = { page?: number; passage?: Marked; seconds?: number };
