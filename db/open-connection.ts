import net from "node:net";
import postgres, { type Sql } from "postgres";
import { config } from "@/lib/platform/config";
import { openEmbedded } from "./embedded/socket";
import { openTls } from "./tls";

type ServerAddress = { path?: string | false; host: string[]; port: number[] };
type Socket = Pick<NodeJS.EventEmitter, "once">;

const UNENCRYPTED_SSL_MODES = ["disable", "false", "0"];
const CONNECT_TIMEOUT_SECONDS = 5;

const INT8_TYPE = 20;

/**
 * Parsers and serializers that drizzle sets on its client. Integers of 64 bits, such as message IDs, are numbers: sequences
 * and sums stay far below 2^53.
 */
export const driverOptions: Pick<Sql["options"], "parsers" | "serializers"> = {
  parsers: { [INT8_TYPE]: Number },
  serializers: {},
};

export const createLostError = () =>
  Object.assign(new Error("The connection to the database was lost."), { code: "CONNECTION_CLOSED" });

/**
 * Returns a client of postgres.js with one connection, which opens with the first statement and is never reopened.
 * postgres.js 3.4 carries state of a lost connection over to the next one: unsent bytes, errors, and transactions
 * (docs/decisions/077).
 * @param onLost called once, before another statement can be sent
 */
export function openConnection(name: string, onLost: () => void): Sql {
  const { DATABASE_URL, DATA_DIR } = config();
  const mode = DATABASE_URL && getSslMode(DATABASE_URL);
  const client = postgres(DATABASE_URL ?? "postgres://postgres@localhost/postgres", {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: name },
    // The watchdog monitors the thread of the embedded database; this timeout would also count while the whole
    // process is suspended.
    connect_timeout: DATABASE_URL ? CONNECT_TIMEOUT_SECONDS : 0,
    onnotice: () => {},
    onclose: onLost,
    ...(!DATABASE_URL && openOnce(() => openEmbedded(DATA_DIR), onLost)),
    ...(mode && { ssl: false, ...openOnce((address) => openSocket(address, mode), onLost) }),
  });
  Object.assign(client.options.parsers, driverOptions.parsers);
  Object.assign(client.options.serializers, driverOptions.serializers);
  return client;
}

// Returns the `socket` option of postgres.js, which its types omit. The socket opens only once, so that postgres.js
// can't reconnect.
function openOnce(open: (address: ServerAddress) => Promise<Socket>, onLost: () => void): object {
  let isOpened = false;
  const socket = async (address: ServerAddress) => {
    if (isOpened) throw createLostError();
    isOpened = true;
    const opened = await open(address);
    for (const event of ["error", "close"]) opened.once(event, onLost);
    return opened;
  };
  return { socket };
}

// Returns the `sslmode` of a URL as in libpq, or undefined when postgres.js has to open the connection itself.
function getSslMode(address: string): string | undefined {
  // `URL` can't parse addresses with several hosts, among which postgres.js chooses.
  if (!URL.canParse(address)) return undefined;
  const asked = new URL(address).searchParams;
  return asked.has("sslnegotiation") ? undefined : (asked.get("sslmode") ?? asked.get("ssl") ?? "disable");
}

async function openSocket({ path, host, port }: ServerAddress, mode: string): Promise<net.Socket> {
  if (!UNENCRYPTED_SSL_MODES.includes(mode)) return openTls(host[0]!, port[0]!, mode);
  return net.connect(path ? { path } : { host: host[0]!, port: port[0]!, noDelay: true });
}
