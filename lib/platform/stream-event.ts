/** A server-sent event. */
export type StreamEvent = { event: string; data: unknown; id?: number };
