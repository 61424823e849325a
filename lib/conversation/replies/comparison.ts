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
