import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { UnopenedSocket } from "./lazy-socket";

// SSLRequest, which the server answers with one letter (PostgreSQL documentation, "SSL Session Encryption").
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = "S".charCodeAt(0);
const CONNECT_TIMEOUT_MS = 5000;

/**
 * Opens a TLS connection for postgres.js, which writes its startup message to it immediately. postgres.js's own TLS
 * setup begins with a short message, which it would not send after a lost connection (see `./client`).
 * @param mode as in libpq: `prefer` and `allow` fall back to plain text, `require` accepts any certificate, others
 * verify it
 */
export async function openTls(
  host: string,
  port: number,
  mode: string,
): Promise<net.Socket | UnopenedSocket> {
  const plain = net.connect({ host, port });
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await once(plain, "connect", { signal });
    plain.write(ASKS_FOR_TLS);
    const [answer] = (await once(plain, "data", { signal })) as [Buffer];
    if (answer[0] !== YES) {
      if (["prefer", "allow"].includes(mode)) return plain;
      throw new Error("The database does not offer TLS.");
    }
    const socket = tls.connect({
      socket: plain,
      servername: net.isIP(host) ? undefined : host,
      rejectUnauthorized: !["prefer", "allow", "require"].includes(mode),
    });
    await once(socket, "secureConnect", { signal });
    return socket;
  } catch (error) {
    plain.destroy();
    return new UnopenedSocket(error as Error);
  }
}
