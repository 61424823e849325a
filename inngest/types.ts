export type Engine = {
  /** Accepts no new work, and waits at most 25 s for running work. */
  stop(): Promise<void>;
};
