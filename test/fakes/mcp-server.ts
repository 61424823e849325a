import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";

/** Program of MCP's reference server ("everything"). */
export const EVERYTHING = resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

/**
 * Starts the reference server in a separate process.
 * @param transport `sse` is the older transport that streamable HTTP replaced
 */
export async function startMcpServer(
  transport: "streamableHttp" | "sse" = "streamableHttp",
): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((started, reject) => {
    child.once("exit", () => reject(new Error("The MCP server did not start.")));
    child.stderr.on("data", (text) => /listening|running/.test(String(text)) && started());
  });
  return {
    url: `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`,
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit").once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
