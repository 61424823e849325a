import type { z } from "zod";
import { ApiError, buildPath, call } from "@/lib/api/client";
import type { ConversionProgress, VideoToTextResponse } from "@/lib/knowledge/video/contract";
import { repliesApi } from "@/lib/replies/runs/operations";

export type ConversionState = z.output<typeof ConversionProgress>;
export type ConversionResult = z.output<typeof VideoToTextResponse>;
type Done = Partial<ConversionResult> & { status: string; error: string | null };

/** State of a conversion. `isGone`: it is unknown or belongs to another user. */
export type Conversion =
  | { state: "running"; progress?: ConversionState; isReconnecting?: boolean }
  | { state: "done"; result: ConversionResult }
  | { state: "cancelled" }
  | { state: "failed"; reason?: string; isGone?: boolean };

const MAX_RETRY_DELAY_MS = 10_000;

/**
 * Follows a conversion until it ends, across lost connections and server restarts. Returns a function that ends the
 * subscription.
 */
export function followConversion(task: string, show: (now: Conversion) => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let progress: ConversionState | undefined;
  let wait = 500;
  let isOver = false;
  const params = { streaming_task_id: task };

  const finish = (end: Conversion) => {
    stop();
    show(end);
  };
  const ended = ({ status, text, method, error }: Done) => {
    if (status === "completed" && text !== undefined && method)
      finish({ state: "done", result: { text, method } });
    else if (status === "cancelled") finish({ state: "cancelled" });
    else finish({ state: "failed", reason: error ?? undefined });
  };
  const later = () => {
    show({ state: "running", progress, isReconnecting: true });
    retry = setTimeout(() => void again(), wait);
    wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS);
  };

  function open(): void {
    const mine = new EventSource(buildPath(repliesApi.readStream, { params }));
    source = mine;
    mine.addEventListener("progress", ({ data }) => {
      wait = 500;
      progress = JSON.parse(data) as ConversionState;
      show({ state: "running", progress });
    });
    mine.addEventListener("done", ({ data }) => ended(JSON.parse(data) as Done));
    mine.onerror = () => {
      // An EventSource that isn't closed reconnects automatically.
      if (source === mine && mine.readyState === EventSource.CLOSED && !isOver) later();
    };
  }

  // Reads the reason why the server refused the connection before opening another one.
  async function again(): Promise<void> {
    try {
      await call(repliesApi.readStream, { params });
    } catch (error) {
      if (isOver) return;
      const isGone = error instanceof ApiError && [401, 403, 404].includes(error.status);
      return isGone ? finish({ state: "failed", isGone: true }) : later();
    }
    if (!isOver) open();
  }

  function stop(): void {
    isOver = true;
    source?.close();
    clearTimeout(retry);
  }

  show({ state: "running" });
  open();
  return stop;
}
