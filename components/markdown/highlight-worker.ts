import { highlight } from "./highlight";

/** Runs highlighting in a worker, which the caller can terminate. */
self.onmessage = ({ data }: MessageEvent<{ code: string; language: string }>) => {
  self.postMessage(highlight(data.code, data.language));
};
self.postMessage("ready");
