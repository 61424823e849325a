/** Where a reply stands among those of several models to one question, as `extra.comparison` says it. */
export type Place = { model: string; position: number };

/** The place of a run in a comparison; undefined for one that stands alone. */
export const placeOf = ({
  model,
  position,
}: {
  model?: string | null;
  position?: number;
}): Place | undefined => (model == null ? undefined : { model, position: position ?? 0 });

/** Until a comparison is decided its first reply counts, and the others are no part of the conversation. */
export const counts = (extra: Record<string, unknown> | null): boolean =>
  !((extra?.comparison as Place | undefined)?.position ?? 0);
