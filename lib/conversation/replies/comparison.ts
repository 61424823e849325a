export type Place = { model: string; position: number };

export const getComparisonPlace = ({
  model,
  position,
}: {
  model?: string | null;
  position?: number;
}): Place | undefined => (model == null ? undefined : { model, position: position ?? 0 });
