export type Sensitivity = "low" | "medium" | "high";

export type Rule = {
  ratio: number;
  change: number;
  /** Minimum change of a slow transition. Undefined disables their detection. */
  slow: number | undefined;
  bend: number;
  alike: number;
  shortest: number;
};
export const RULES: Record<Sensitivity, Rule> = {
  low: { ratio: 4, change: 25, slow: 32, bend: 0.13, alike: 0.3, shortest: 1 },
  medium: { ratio: 3, change: 12, slow: 18, bend: 0.12, alike: 0.6, shortest: 0.4 },
  high: { ratio: 2.5, change: 9, slow: 13, bend: 0.2, alike: 0.7, shortest: 0.3 },
};
