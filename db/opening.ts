import net from "node:net";
import { openTls } from "./tls";
import { UnopenedSocket } from "./unopened-socket";

/** Where postgres.js has read from an address that the server is: a socket of this machine, or the first host and port. */
export type Place = { path?: string | false; host: string[]; port: number[] };

const IN_THE_CLEAR = ["disable", "false", "0"];

/** How an address wants its connections encrypted, as libpq's `sslmode`; undefined where postgres.js opens them itself. */
export function encryptionOf(address: string): string | undefined {
  // Several servers in one address are not known to URL; postgres.js chooses between them.
  if (!URL.canParse(address)) return undefined;
  const asked = new URL(address).searchParams;
  return asked.has("sslnegotiation") ? undefined : (asked.get("sslmode") ?? asked.get("ssl") ?? "disable");
}

/** Opens a connection for postgres.js, which writes its startup message at once on what it gets. */
export async function openConnection({ path, host, port }: Place, encryption: string) {
  const address = path ? { path } : { host: host[0]!, port: port[0]!, noDelay: true };
  if (IN_THE_CLEAR.includes(encryption)) return endingWithoutError(net.connect(address));
  const socket = await openTls(host[0]!, port[0]!, encryption);
  return socket instanceof UnopenedSocket ? socket : endingWithoutError(socket);
}

/**
 * Lets a connection that breaks after the server has spoken just end. Between
 * a socket's error and its end postgres.js 3.4 still sends on it what is asked
 * then, and never answers that, nor uses the connection again.
 */
function endingWithoutError(socket: net.Socket): net.Socket {
  const destroy = socket._destroy.bind(socket);
  socket._destroy = (error, done) => destroy(socket.bytesRead > 0 ? null : error, done);
  return socket;
}
