export type ComparisonPlace = { model: string; position: number };

export const getComparisonPlace = ({
  model,
  position,
}: {
  model?: string | null;
  position?: number;
}): ComparisonPlace | undefined => (model == null ? undefined : { model, position: position ?? 0 });
