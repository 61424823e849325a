// @ts-check
// Runs one program in a sandbox: reads it with its files from standard input and writes the result to standard
// output. The sandbox has access to nothing but these files.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { EvalFlags, JSException, QuickJS } from "quickjs-wasi";
import { prelude } from "./prelude.mjs";

/**
 * @typedef {{ name: string, bytes: number, parts: { title: string | null, start: number }[] | null }} File
 * @typedef {{ program: string, files: File[], seconds: number, megabytes: number,
 *   most: import("./prelude.mjs").Limits & { told: number } }} Order
 * `bytes`: size of each file's text; the texts follow the order in the input
 */

const MAX_STACK_BYTES = 256 * 1024;
const LOOK_EVERY = 100;

const input = await buffer(process.stdin);
const end = input.indexOf("\n");
/** @type {Order} */
const order = JSON.parse(input.toString("utf8", 0, end));
const wasm = await readFile(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"));

// Ends this process when the interrupt handler isn't called or too much memory is used.
new Worker(new URL("./watchdog.mjs", import.meta.url), {
  env: {},
  execArgv: [],
  workerData: { seconds: order.seconds },
}).unref();
process.permission.drop?.("worker");

const begun = process.cpuUsage();
let looks = 0;
let isLate = false;
const vm = await QuickJS.create({
  wasm,
  memoryLimit: order.megabytes * 1024 * 1024,
  maxStackSize: MAX_STACK_BYTES,
  timezoneOffset: 0,
  interruptHandler: () => {
    if (isLate || ++looks % LOOK_EVERY > 0) return isLate;
    const { user, system } = process.cpuUsage(begun);
    isLate = user + system > order.seconds * 1_000_000;
    return isLate;
  },
});

/** @param {number} at */
function getFileText(at) {
  const before = order.files.slice(0, at).reduce((sum, { bytes }) => sum + bytes, end + 1);
  return input.toString("utf8", before, before + (order.files[at]?.bytes ?? 0));
}

/**
 * Returns how the program ended and its output as JSON.
 * @returns {{ end: string, told?: string, error?: string }}
 */
function run() {
  try {
    const load = vm.newFunction("load", (at) => vm.newString(getFileText(at?.toNumber() ?? 0)));
    const files = order.files.map(({ name, parts }) => ({ name, parts }));
    const [fileList, limits] = [vm.hostToHandle(files), vm.hostToHandle(order.most)];
    const report = vm.callFunction(vm.evalCode(prelude, "prelude"), vm.undefined, load, fileList, limits);
    vm.callFunction(report, vm.undefined, evaluated(order.program));
    vm.executePendingJobs();
    const text = vm.callFunction(report, vm.undefined).toString();
    if (isLate) return { end: "time" };
    return text.length > order.most.told ? { end: "output" } : { end: "told", told: text };
  } catch (error) {
    if (isLate) return { end: "time" };
    const message = String(error);
    if (/out of memory/.test(message)) return { end: "memory" };
    if (/call stack|stack overflow/.test(message)) return { end: "depth" };
    return { end: "failed", error: message };
  }
}

/**
 * Evaluates a program as a script with the value of its last statement, or as a function body when it contains
 * `return`.
 * @param {string} program
 */
function evaluated(program) {
  try {
    return vm.evalCode(program, "program", EvalFlags.ASYNC);
  } catch (error) {
    const isFunction =
      error instanceof JSException && /SyntaxError/.test(String(error)) && /\breturn\b/.test(program);
    if (!isFunction) throw error;
    return vm.evalCode(`(async () => {${program}\n})()`, "program", EvalFlags.ASYNC);
  }
}

process.stdout.write(JSON.stringify(run()));
