import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

/**
 * Runs a command, including those of dependencies, and returns its exit code. A quiet command's output is shown only
 * if it fails. The command is terminated together with this process, or by `signal`.
 */
export function run(command, words = [], { env = {}, quiet = false, signal } = {}) {
  const PATH = resolve("node_modules/.bin") + delimiter + process.env.PATH;
  const child = spawn(command, words, {
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    env: { ...process.env, PATH, ...env },
    shell: process.platform === "win32",
  });
  const heard = [];
  child.stdout?.on("data", (bytes) => heard.push(bytes));
  child.stderr?.on("data", (bytes) => heard.push(bytes));

  let isStopped = false;
  const stop = (signal) => {
    isStopped = true;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, stop);

  signal?.addEventListener("abort", () => child.kill());

  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (isStopped) process.exit(130);
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(heard));
      done(code ?? 1);
    });
  });
}
