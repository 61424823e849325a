// Loads ONNX Runtime from the package that works on this system.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Returns the native runtime, or on unsupported systems the WebAssembly runtime, which is four times slower. */
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

function isMissing({ code }) {
  return code === "MODULE_NOT_FOUND" || code === "ERR_DLOPEN_FAILED";
}

/** @param {string | Uint8Array} model an ONNX file, or its path */
export function createSession({ runtime, isNative }, model) {
  // A second thread would busy-wait and double the processor time.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 };
  const file = isNative || typeof model !== "string" ? model : readFileSync(model);
  return runtime.InferenceSession.create(file, options);
}
