import { solve } from "./proof";

self.onmessage = ({ data }: MessageEvent<Parameters<typeof solve>[0]>) => self.postMessage(solve(data));
