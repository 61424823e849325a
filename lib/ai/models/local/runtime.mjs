// ONNX Runtime, whichever of the two packages this system can load.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The native runtime; where it has no program for this system, the one in WebAssembly, which takes four times as long. */
export async function loadRuntime() {
  try {
    return { runtime: createRequire(import.meta.url)("onnxruntime-node"), isNative: true };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const runtime = await import("onnxruntime-web");
  runtime.env.wasm.numThreads = 1;
  return { runtime, isNative: false };
}

/** A package that is not installed, or a program that this system cannot load. */
function isMissing({ code }) {
  return code === "MODULE_NOT_FOUND" || code === "ERR_DLOPEN_FAILED";
}

/** @param {string | Uint8Array} model an ONNX file, or its path */
export function createSession({ runtime, isNative }, model) {
  // A second thread of it waits by spinning: the work then costs twice the time of the processor.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 };
  const file = isNative || typeof model !== "string" ? model : readFileSync(model);
  return runtime.InferenceSession.create(file, options);
}
