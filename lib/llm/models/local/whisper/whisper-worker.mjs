// Runs Whisper in a process, which unlike a thread frees all memory when it ends and can't crash the application.
import { NotWhisper } from "./ggml.mjs";
import { loadWhisper } from "./model.mjs";
import { transcribe } from "./transcribe.mjs";

const FIRST_CHUNK = 12;

/** @param {Uint8Array} wav 16 kHz, mono, 16 bits, as written by ffmpeg @returns {Float32Array} from -1 to 1 */
function readSamples(wav) {
  const file = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength);
  let from = FIRST_CHUNK;
  // Skips other chunks, such as the title.
  while (from + 8 < file.length && file.toString("latin1", from, from + 4) !== "data")
    from += 8 + file.readUInt32LE(from + 4) + (file.readUInt32LE(from + 4) % 2);
  // All following bytes are audio. The chunk's size is invalid, because ffmpeg wrote it to a pipe.
  from += 8;
  const samples = new Float32Array(Math.max(0, file.length - from) >> 1);
  for (let at = 0; at < samples.length; at++) samples[at] = file.readInt16LE(from + at * 2) / 32_768;
  return samples;
}

class Stopped extends Error {}

let model;
const stopped = new Set();

async function answer({ id, path, wav, how }) {
  try {
    model ??= await loadWhisper(path);
  } catch (error) {
    const isMissing = error.code === "ERR_MODULE_NOT_FOUND";
    // Any other error means a broken file. The runtime, for example, rejects weights with inconsistent dimensions.
    return {
      id,
      failure: isMissing ? "runtime" : "file",
      why: error instanceof NotWhisper ? error.message : String(error),
    };
  }
  const checkStopped = () => {
    if (stopped.delete(id)) throw new Stopped();
  };
  const onProgress = (share) => process.send({ id, share });
  try {
    return { id, ...(await transcribe(model, readSamples(wav), { ...how, checkStopped, onProgress })) };
  } catch (error) {
    return { id, failure: error instanceof Stopped ? "stopped" : "failed", why: String(error) };
  }
}

process.on("message", async (asked) => {
  if (asked.stop) return void stopped.add(asked.id);
  process.send(await answer(asked));
  stopped.delete(asked.id);
  // Frees 300 MB of garbage from loading the model, which would otherwise stay allocated for minutes.
  globalThis.gc?.();
});
process.on("disconnect", () => process.exit());
