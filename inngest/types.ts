/** What does the background work of a process. */
export type Engine = {
  /** Takes no new work and waits, at most 25 s, for what is running. */
  stop(): Promise<void>;
};
