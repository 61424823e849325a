export type Sensitivity = "low" | "medium" | "high";

/** What counts as a change of scenes. */
export type Rule = {
  /** How often the change of a cut is that of the frames around it. */
  ratio: number;
  /** How large it is at least, from 0 to 255. */
  change: number;
  /** How large a slow change is at least; none are looked for without. */
  slow: number | undefined;
  /** How much the halves of a slow change may be unlike its ends' mean, as part of the change. */
  bend: number;
  /** How like each other (as a correlation) two scenes may be. */
  alike: number;
  /** Scenes are at least as long, in seconds. */
  shortest: number;
};
export const RULES: Record<Sensitivity, Rule> = {
  low: { ratio: 4, change: 25, slow: 32, bend: 0.13, alike: 0.3, shortest: 1 },
  medium: { ratio: 3, change: 12, slow: 18, bend: 0.12, alike: 0.6, shortest: 0.4 },
  high: { ratio: 2.5, change: 9, slow: 13, bend: 0.2, alike: 0.7, shortest: 0.3 },
};
