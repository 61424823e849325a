/** Range of a text, in UTF-16 code units. */
export type Marked = { start: number; length: number };

export type DocumentPosition = { page?: number; passage?: Marked; seconds?: number };
