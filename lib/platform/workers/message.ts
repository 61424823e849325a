/** A message to one worker, or to all others without `to`. */
export type Message = {
  to?: number;
  /** Set by the primary process. */
  from?: number;
  topic: string;
  data: unknown;
};

/** Topic that a worker publishes once it accepts connections. */
export const SERVING = "serving";
