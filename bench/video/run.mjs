// `npm run bench -- --only video-scenes [--quick]`: accuracy of scene detection in synthetic clips.
// `npm run bench -- --only video-times [--quick]`: duration of keyframe extraction relative to decoding, and memory.
// Both need ffmpeg in PATH to create the clips.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../scale/run.mjs";

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
