/** A stretch of a text, in UTF-16 units. */
export type Marked = { start: number; length: number };

/** What a preview begins with: a page or a second, or a stretch of the text that is marked. */
export type Place = { page?: number; passage?: Marked; seconds?: number };
