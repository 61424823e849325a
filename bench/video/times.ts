// Duration of keyframe extraction, alternating with ffmpeg that only decodes.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { loadavg, setPriority } from "node:os";
import { join } from "node:path";
import { extractAudio, extractKeyframes, probe } from "@/lib/files/media/service";
import { generateClip } from "./clips";
import { encode } from "./encode";

const MAX_TIME_RATIO = 1.3;
const [folder, extent] = process.argv.slice(2) as [string, string];
const rounds = extent === "quick" ? 1 : 3;
const MB = 1024 * 1024;

async function decode(path: string) {
  const child = spawn("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"], {
    stdio: "ignore",
  });
  // Matches the product, which lowers the priority of conversions because users wait for its responses.
  setPriority(child.pid!, 5);
  await once(child, "close");
}
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
/**
 * Returns the CPU seconds of this process and its ended children, which vary less than wall-clock time on a busy
 * machine.
 */
function worked(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
async function work(task: () => Promise<unknown>): Promise<number> {
  const before = worked();
  await task();
  return worked() - before;
}
/** Measures the peak memory of this process and its children during `work`, in MB. */
async function measureMemory(work: () => Promise<unknown>) {
  let [own, other] = [0, 0];
  const timer = setInterval(() => {
    own = Math.max(own, process.memoryUsage.rss() / MB);
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
    for (const pid of pids)
      try {
        other = Math.max(
          other,
          (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096) / MB,
        );
      } catch {
        // The process has ended.
      }
  }, 50);
  await work().finally(() => clearInterval(timer));
  return { own, other };
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const minute = join(folder, "minute.mp4");
const long = join(folder, "long.mp4");
const clip = generateClip(7, { scenes: 20, size: { width: 320, height: 180 } });
// Grain makes decoding as expensive as for camera recordings.
await encode(clip, minute, "scale=1280:720,noise=alls=6:allf=t");
const times = extent === "quick" ? 4 : Math.ceil(1200 / clip.seconds);
const copy = ["-stream_loop", String(times - 1), "-i", minute, "-c", "copy", long];
spawnSync("ffmpeg", ["-v", "error", "-y", ...copy], { stdio: "ignore" });

let isOver = false;
for (const path of [minute, long]) {
  const { seconds, width, height } = await probe(path);
  const ratios: number[] = [];
  const took = { decode: [] as number[], keyframes: [] as number[] };
  for (let round = 0; round < (path === long ? 1 : rounds); round++) {
    took.decode.push(await timed(() => decode(path)));
    took.keyframes.push(await timed(() => extractKeyframes(path, { groupId: "ada", sensitivity: "medium" })));
    ratios.push(took.keyframes.at(-1)! / took.decode.at(-1)!);
  }
  const alone = await work(() => decode(path));
  let whole = 0;
  const { own, other } = await measureMemory(async () => {
    whole = await work(() => extractKeyframes(path, { groupId: "ada", sensitivity: "medium" }));
  });
  const length = Math.min(600, seconds);
  const probed = await timed(() => probe(path));
  const heard = await timed(() => extractAudio(path, { from: 0, seconds: length }));
  console.log(`\n${seconds.toFixed(0)} s, ${width} x ${height}, load ${loadavg()[0]!.toFixed(1)}`);
  const speed = (value: number) => `${value.toFixed(2)} s (${(seconds / value).toFixed(0)} x real time)`;
  console.log(`  decoding alone   ${speed(median(took.decode))}`);
  console.log(
    `  keyframes        ${speed(median(took.keyframes))}, ${median(ratios).toFixed(2)} of decoding alone`,
  );
  console.log(
    `  processor time   ${alone.toFixed(1)} s, ${whole.toFixed(1)} s: ${(whole / alone).toFixed(2)}`,
  );
  console.log(`  probing          ${probed.toFixed(2)} s`);
  console.log(`  audio of ${length.toFixed(0)} s   ${heard.toFixed(2)} s`);
  console.log(`  memory           ${own.toFixed(0)} MB here, ${other.toFixed(0)} MB in ffmpeg`);
  if (median(ratios) > MAX_TIME_RATIO) isOver = true;
}
process.exit(isOver ? 1 : 0);
