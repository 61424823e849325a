import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The reference server of the Model Context Protocol ("everything"), as a process of its own. */
export async function startMcpServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["node_modules/@modelcontextprotocol/server-everything/dist/index.js", "streamableHttp"],
    { env: { ...process.env, PORT: String(port) }, stdio: ["ignore", "ignore", "pipe"] },
  );
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The MCP server did not start.")));
    child.stderr.on("data", (text) => String(text).includes("listening") && resolve());
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
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
