import { solveChallenge } from "./proof";

self.onmessage = ({ data }: MessageEvent<Parameters<typeof solveChallenge>[0]>) =>
  self.postMessage(solveChallenge(data));
