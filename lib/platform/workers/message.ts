/** A message to one worker, or to all others without `to`. */
export type Message = {
  to?: number;
  from?: number;
  topic: string;
  data: unknown;
};

export const SERVING = "serving";
