export type StreamEvent = { event: string; data: unknown; id?: number };
