import { once } from "node:events";
import { connect, Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { startTlsDatabase } from "@/test/fakes/tls-database";
import { expectToSurvive } from "@/test/lost-connections";
import { query } from "@/test/query";
import { reopenDatabase } from "@/test/renewal";
import { closeDatabase } from "./client";
import { openEmbedded } from "./embedded/socket";
import { openTls } from "./tls";

const { DATABASE_URL, DATA_DIR } = config();
// Opens the test's database without TLS. Connections to the embedded database are opened one after the other, because
// it accepts only one at a time.
let last: ReturnType<typeof openEmbedded> | undefined;
const openNext = async (earlier: typeof last) => {
  const socket = await earlier?.catch(() => undefined);
  if (socket?.readyState === "open") await once(socket, "close");
  return openEmbedded(DATA_DIR);
};
const inTheClear = async () => {
  if (!DATABASE_URL) {
    last = openNext(last);
    return last;
  }
  const { hostname, port } = new URL(DATABASE_URL);
  return connect({ host: hostname, port: Number(port) });
};
const server = await startTlsDatabase(inTheClear);
const mute = await startTlsDatabase(inTheClear, { speaksTls: false });
afterAll(async () => {
  await closeDatabase();
  await Promise.all([server.close(), mute.close()]);
});

// Sets DATABASE_URL to the address, with the credentials of the test's server.
const withAddress = (address: string) => {
  const { username, password, pathname } = new URL(DATABASE_URL ?? address);
  const url = Object.assign(new URL(address), { username, password, pathname });
  Object.assign(config(), { DATABASE_URL: url.href, DATABASE_POOL: 1 });
};
const one = () => query`select 1 as one`;
const oneOrCode = () => one().then((rows) => [...rows], getErrorCode);

test("a database is reached over TLS, also after its connections are lost under load", async () => {
  withAddress(server.url("require"));
  for (let n = 0; n < 5; n++) {
    expect([...(await one())]).toEqual([{ one: 1 }]);
    await expectToSurvive(
      async () => server.drop(),
      async () => one(),
    );
  }
  expect([...(await one())]).toEqual([{ one: 1 }]);
});

test.each(["require", "disable"])(
  "queries sent while a connection breaks are answered (TLS: %s)",
  async (mode) => {
    await reopenDatabase();
    withAddress(server.url(mode));
    for (let n = 0; n < 5; n++) {
      await one();
      const again = one().catch(() => one().catch((error: Error) => error));
      server.reset();
      await again;
      await expect.poll(oneOrCode).toEqual([{ one: 1 }]);
    }
  },
);

test("untrusted certificates are refused in verify-full mode, and servers without TLS in require mode", async () => {
  const open = (of: typeof server, mode: string) =>
    openTls("localhost", Number(new URL(of.url(mode)).port), mode);
  await expect(open(server, "verify-full")).rejects.toThrow("self-signed certificate");
  await expect(open(mute, "require")).rejects.toThrow("The database does not offer TLS.");
  const plain = await open(mute, "prefer");
  expect(plain).toBeInstanceOf(Socket);
  plain.destroy();
});
