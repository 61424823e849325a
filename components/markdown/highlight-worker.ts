import { highlight } from "./highlight";

/** Colours code apart from the page: whoever asks may end it. */
self.onmessage = ({ data }: MessageEvent<{ code: string; language: string }>) => {
  self.postMessage(highlight(data.code, data.language));
};
self.postMessage("ready");
