import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { UnopenedSocket } from "./unopened-socket";

/** What a client says that would speak TLS; the server answers with one letter. PostgreSQL's documentation, "SSL Session Encryption". */
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = "S".charCodeAt(0);
/** In ms. */
const PATIENCE = 5000;

/**
 * Opens an encrypted connection for postgres.js, which is about to write its
 * startup message on what it gets. Its own way to TLS begins with a short
 * message, which it would not send after a lost connection (`./client`).
 * @param mode As libpq has them: `prefer` and `allow` do without, `require` takes any certificate, others check it
 */
export async function openTls(
  host: string,
  port: number,
  mode: string,
): Promise<net.Socket | UnopenedSocket> {
  const plain = net.connect({ host, port });
  const signal = AbortSignal.timeout(PATIENCE);
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
