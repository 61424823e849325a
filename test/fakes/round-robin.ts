import { request as call, createServer, type IncomingMessage } from "node:http";

/** Round-robin proxy that skips servers which refuse connections. It has no sticky sessions and does not buffer. */
export async function startRoundRobin(port: number, targets: string[]) {
  let turn = 0;
  const served = new Map(targets.map((target) => [target, 0]));
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const far = request.socket.remoteAddress ?? "";
    const chain = request.headers["x-forwarded-for"];
    const headers = { ...request.headers, "x-forwarded-for": chain ? `${chain}, ${far}` : far };
    const tryNext = (left: number): void => {
      const target = targets[turn++ % targets.length]!;
      const { hostname, port } = new URL(target);
      let isConnected = false;
      const onward = call({
        hostname,
        port,
        method: request.method,
        path: request.url,
        headers,
        agent: false,
      });
      // A body can be read only once, so it is sent to the first server that accepts the connection.
      onward.once("socket", (socket) =>
        socket.once("connect", () => {
          isConnected = true;
          served.set(target, served.get(target)! + 1);
          request.pipe(onward);
        }),
      );
      onward.once("response", (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders);
        response.flushHeaders();
        answer.pipe(response);
        answer.once("error", () => response.destroy());
        answer.once("close", () => {
          if (!answer.complete) response.destroy();
        });
      });
      onward.once("error", () => {
        if (isConnected || left === 0) response.destroy();
        else tryNext(left - 1);
      });
      response.once("close", () => onward.destroy());
    };
    request.on("error", () => {});
    tryNext(targets.length - 1);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return {
    /** Number of requests per server, in their given order. */
    served: () => [...served.values()],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
