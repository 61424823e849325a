import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";

// SSLRequest, which the server answers with one letter (PostgreSQL documentation, "SSL Session Encryption").
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const TLS_ACCEPTED = "S".charCodeAt(0);
const CONNECT_TIMEOUT_MS = 5000;

/**
 * Opens a TLS connection for postgres.js, which writes its startup message to it immediately. postgres.js's own TLS
 * setup has no time limit.
 * @param mode as in libpq: `prefer` and `allow` fall back to plain text, `require` accepts any certificate, others
 * verify it
 * @throws Error when the server can't be reached, doesn't offer TLS or has an untrusted certificate
 */
export async function openTls(host: string, port: number, mode: string): Promise<net.Socket> {
  const plain = net.connect({ host, port });
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await once(plain, "connect", { signal });
    plain.write(SSL_REQUEST);
    const [answer] = (await once(plain, "data", { signal })) as [Buffer];
    if (answer[0] !== TLS_ACCEPTED) {
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
    throw error;
  }
}
