// `npm run bench -- --only video-scenes [--quick]`: how well scenes are found, in made-up clips whose scenes are known.
// `npm run bench -- --only video-times [--quick]`: how long it takes beside mere decoding, and how much memory.
// Both need an ffmpeg in PATH, which makes the clips.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../scale/run.mjs";

/** Answers the code to exit with. */
async function inFolder(file, quick) {
  const folder = mkdtempSync(join(tmpdir(), "parley-video-"));
  try {
    return await script(file, [folder, quick ? "quick" : "whole"], { DATA_DIR: join(folder, "data") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const videoScenes = ({ quick }) => inFolder("video/scenes.ts", quick);
export const videoTimes = ({ quick }) => inFolder("video/times.ts", quick);
