/** What one worker says to another, or without `to` to all others. */
export type Message = {
  to?: number;
  /** The sender, as whoever carries it knows it. */
  from?: number;
  /** What it is about. */
  topic: string;
  data: unknown;
};

/** The topic of a worker that takes connections now. */
export const SERVING = "serving";
