import net from "node:net";
import { UnopenedSocket } from "./lazy-socket";
import { openTls } from "./tls";

export type ServerAddress = { path?: string | false; host: string[]; port: number[] };

const IN_THE_CLEAR = ["disable", "false", "0"];

/** Returns the `sslmode` of a URL as in libpq; undefined where postgres.js itself must open the connection. */
export function getSslMode(address: string): string | undefined {
  // URLs with several hosts are invalid for URL; postgres.js chooses among the hosts.
  if (!URL.canParse(address)) return undefined;
  const asked = new URL(address).searchParams;
  return asked.has("sslnegotiation") ? undefined : (asked.get("sslmode") ?? asked.get("ssl") ?? "disable");
}

export async function openConnection({ path, host, port }: ServerAddress, encryption: string) {
  const address = path ? { path } : { host: host[0]!, port: port[0]!, noDelay: true };
  if (IN_THE_CLEAR.includes(encryption)) return endingWithoutError(net.connect(address));
  const socket = await openTls(host[0]!, port[0]!, encryption);
  return socket instanceof UnopenedSocket ? socket : endingWithoutError(socket);
}

// Suppresses the "error" event once data has been received. Between "error" and "close" postgres.js 3.4 still sends
// queries to the socket, which are never answered, and then never reuses the connection.
function endingWithoutError(socket: net.Socket): net.Socket {
  const destroy = socket._destroy.bind(socket);
  socket._destroy = (error, done) => destroy(socket.bytesRead > 0 ? null : error, done);
  return socket;
}
