export type WorkerMessage = {
  to?: number;
  from?: number;
  topic: string;
  data: unknown;
};

export const SERVING = "serving";
