import { connect as connectTcp, type Socket } from "node:net";
import tls from "node:tls";
import { uploadLimits } from "@/lib/api/upload-limits";
import { resolveAddress, toEgressError } from "@/lib/platform/egress/service";
import type { IntakeProgram } from "@/lib/platform/intake/service";
import { isPrivateAddress } from "@/lib/platform/ip-address";
import type { ConnectorSource } from "../contract";
import { type OpenSource, type SourceContext, SourceError } from "../source-types";
import { openProgram } from "./program";

/** Reads the messages of a mailbox folder through `intake/imap.mjs`, over a connection that this file opens. */

type MailboxSettings = Extract<ConnectorSource, { kind: "imap" }>;

const MB = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const PROGRAM: IntakeProgram = {
  path: "lib/knowledge/connectors/intake/imap.mjs",
  lane: "connection",
  // Listing 100,000 messages takes 4 s and 40 MB of memory.
  limits: { cpuSeconds: 15, seconds: 1200, memoryMb: 400, inputMb: 200, outputMb: 200, items: 120_000 },
};
const CODE_PREFIX = "connection:";
const SYSTEM_CODES: Record<string, string> = {
  NoConnection: "ECONNRESET",
  EConnectionClosed: "ECONNRESET",
  CONNECT_TIMEOUT: "ETIMEDOUT",
  GREETING_TIMEOUT: "ETIMEDOUT",
};

export async function openMailbox(settings: MailboxSettings, opening: SourceContext): Promise<OpenSource> {
  const { host, port, user, mailbox: folder } = settings;
  if (!opening.secret) throw new SourceError("Enter the password of the mailbox.");
  const address = await resolveAddress(host);
  return openProgram(PROGRAM, opening, {
    connect: () => connect(address, port),
    settings: {
      ...{ host, address, port, user, password: opening.secret, folder },
      // Passwords are sent without encryption only to private addresses.
      mayBePlain: isPrivateAddress(address),
      certificates: listOwnAuthorities(),
      maxFileBytes: uploadLimits.fileMb * MB,
    },
    toError,
  });
}

function toError(code: string): Error | undefined {
  if (!code.startsWith(CODE_PREFIX)) return undefined;
  const cause = code.slice(CODE_PREFIX.length);
  return toEgressError({ code: SYSTEM_CODES[cause] ?? cause });
}

// Returns the certificates that the operator added to Node's. The intake process can't load them, because it has no
// environment variables.
function listOwnAuthorities(): string[] {
  const bundled = new Set(tls.rootCertificates);
  // `getCACertificates` exists since Node 22.15.
  return tls.getCACertificates?.("default").filter((certificate) => !bundled.has(certificate)) ?? [];
}

/** @throws EgressError */
function connect(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const fail = (error: unknown) => {
      socket.destroy();
      reject(toEgressError(error));
    };
    socket.once("error", fail).once("timeout", () => fail({ code: "ETIMEDOUT" }));
    socket.once("connect", () => {
      socket.off("error", fail).setTimeout(0);
      resolve(socket);
    });
  });
}
