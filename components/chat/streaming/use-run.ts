"use client";

import { useEffect, useRef, useState } from "react";
import { followRun, type RunState } from "@/components/data/follow-run";

/** Follows a run and rerenders at most once per frame. `onEnd` is called once. */
export function useRun(id: string, onEnd: () => void): RunState | undefined {
  const [state, setState] = useState<RunState>();
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    let frame: number | undefined;
    let newest: RunState | undefined;
    const draw = () => {
      frame = undefined;
      setState(newest);
    };
    const stop = followRun(id, (next) => {
      newest = next;
      // Pages in the background get no animation frames.
      if (next.finished || document.visibilityState === "hidden") draw();
      else frame ??= requestAnimationFrame(draw);
      if (next.finished) ended.current();
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [id]);
  return state;
}
