import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Clip } from "./clips";

/**
 * Encodes a clip with an audio tone.
 * @param filter ffmpeg filter applied to its frames
 */
export async function encode(clip: Clip, path: string, filter = "null"): Promise<void> {
  const { width, height } = clip.size;
  const input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(clip.fps)];
  const tone = ["-f", "lavfi", "-i", `sine=f=330:d=${clip.seconds.toFixed(2)}`];
  const output = [
    "-vf",
    filter,
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "23",
    "-pix_fmt",
    "yuv420p",
  ];
  const child = spawn(
    "ffmpeg",
    ["-v", "error", "-y", ...input, "-i", "-", ...tone, ...output, "-c:a", "aac", path],
    {
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  const ended = once(child, "close");
  for (let n = 0; n < Math.floor(clip.seconds * clip.fps); n++) {
    const frame = Buffer.alloc(width * height * 3);
    clip.draw(n / clip.fps, frame);
    if (!child.stdin.write(frame)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error("ffmpeg could not write the clip.");
}
