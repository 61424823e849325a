import { readFileSync } from "node:fs";
import tls from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { person } from "@/test/client";
import { startImapServer } from "@/test/fakes/imap-server";
import { startServer } from "@/test/server";

const login = { user: "team@shop.example", password: "app-password-1" };
let mailbox: Awaited<ReturnType<typeof startImapServer>>;
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  mailbox = await startImapServer(login);
  server = await startServer();
  ada = await person(server.url);
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
});
afterAll(async () => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  await Promise.all([server.close(), mailbox.close()]);
});

let count = 0;
const put = (subject: string, text: string, more: object = {}) =>
  mailbox.messages.push({
    uid: ++count,
    date: "Sun, 22 Nov 2026 09:30:00 +0000",
    raw: [
      "From: Vera <vera@shop.example>",
      `Subject: ${subject}`,
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
      "",
    ].join("\r\n"),
    ...more,
  });
type Document = { id: number; file_name: string };
const source = () => ({ kind: "imap", host: "127.0.0.1", port: mailbox.port, user: login.user });
async function synced(id: number) {
  const get = async () => (await ada.api.get(`/connectors/${id}`)).body;
  await expect.poll(async () => (await get()).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  return get();
}
async function connected(more: object) {
  const { id: collection } = (await ada.api.post("/collections", { name: `Mails ${Math.random()}` })).body;
  const given = { name: "Team", source: source(), secret: login.password, schedule: "off", ...more };
  const made = await ada.api.post(`/collections/${collection}/connectors`, given);
  expect(made.status).toBe(201);
  const documents = async () =>
    (await ada.api.get(`/documents?collection_id=${collection}&sort=name`)).body as Document[];
  const names = async () => (await documents()).map(({ file_name: name }) => name);
  return { id: made.body.id as number, made, documents, names };
}

test("messages become documents and are deleted with them; none is read twice", async () => {
  put("An offer / for you", "Eleven wheels for 300 euros.");
  put("Thrown away", "Nothing", { isDeleted: true });
  put("The answer", "Forty-two. ".repeat(20_000));
  const { id, made, documents, names } = await connected({});
  expect(JSON.stringify(made.body)).not.toContain(login.password);
  expect((await synced(id)).last_run).toMatchObject({ added: 2, skipped: 0, error: null });
  expect(await names()).toEqual(["An offer for you (1).eml", "The answer (3).eml"]);
  const [offer] = await documents();
  const text = async () => (await ada.api.get(`/documents/${offer!.id}/text`)).body.text?.slice(0, 500);
  await expect.poll(text, { timeout: 60_000 }).toContain("Eleven wheels");

  mailbox.commands.length = 0;
  mailbox.messages.splice(0, 1);
  put("New", "Later");
  await ada.api.post(`/connectors/${id}/sync`);
  expect((await synced(id)).last_run).toMatchObject({ added: 1, changed: 0, removed: 1, error: null });
  expect(await names()).toEqual(["New (4).eml", "The answer (3).eml"]);
  expect(
    new Set(mailbox.commands.filter((line) => /^UID FETCH \d/.test(line)).map((line) => line.split(" ")[2])),
  ).toEqual(new Set(["4"]));
});

test.each([
  ["a wrong password", { secret: "wrong" }, "The server refused the user or the password."],
  ["no password", { secret: undefined }, "Enter the password of the mailbox."],
  [
    "a folder that is not there",
    { source: () => ({ ...source(), mailbox: "Orders" }) },
    "There is no such folder in the mailbox.",
  ],
  [
    "a port where nobody is",
    { source: () => ({ ...source(), port: 1 }) },
    "The server does not accept connections.",
  ],
  [
    "a private address",
    { source: () => ({ ...source(), host: "10.1.2.3" }) },
    "The address is in a private network, which this installation doesn't allow.",
  ],
])(
  "a sync reports %s",
  async (_, { source: of, ...more }: { source?: () => object; secret?: string }, sentence) => {
    const { id } = await connected({ ...more, ...(of && { source: of() }) });
    expect((await synced(id)).last_run.error).toBe(sentence);
  },
);

test("an invalid host name is refused", async () => {
  const { id: collection } = (await ada.api.post("/collections", { name: "None" })).body;
  const given = { name: "X", source: { ...source(), host: "a b/c" } };
  expect((await ada.api.post(`/collections/${collection}/connectors`, given)).status).toBe(422);
});

test("a TLS server gets the login only with a trusted certificate", async () => {
  const pem = readFileSync("test/files/localhost.pem");
  const encrypted = await startImapServer({ ...login, pem });
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("localhost,127.0.0.1")!;
  const given = { source: { ...source(), host: "localhost", port: encrypted.port } };
  const { id } = await connected(given);
  expect((await synced(id)).last_run.error).toBe("The certificate of the server is self-signed.");
  expect(encrypted.commands).not.toContain("LOGIN");

  // Trusts the certificate as NODE_EXTRA_CA_CERTS does for the server process.
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, String(pem)]);
  const { id: next } = await connected(given);
  expect((await synced(next)).last_run).toMatchObject({ added: 0, error: null });
  expect(encrypted.commands).toContain("LOGIN");
  tls.setDefaultCACertificates(trusted);
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
  await encrypted.close();
});
