import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import yauzl from "yauzl";
import { client, PASSWORD, person } from "@/test/client";
import { startProduct } from "@/test/product";
import { runScript } from "@/test/script";
import { expect, test } from "@/test/test";

/** Acknowledged messages, and the expected contents of files. */
type Written = { messages: Map<number, string>; files: Map<number, string> };

test("a backup of a running product contains everything acknowledged before it, and restores elsewhere", async ({
  model,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
  const archive = join(folder, "backup.zip");
  // An empty secret makes each installation generate its own.
  const env = { OPENAI_BASE_URL: model.url, AUTH_SECRET: "" };
  const product = await startProduct({ env });
  const second = join(folder, "elsewhere");
  const restored: Awaited<ReturnType<typeof startProduct>>[] = [];
  try {
    const ada = await person(product.url);
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null, member_user_ids: [] })).body;
    const written: Written = { messages: new Map(), files: new Map() };
    const write = async (n: number) => {
      const text = `message ${n}`;
      const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
        message_input: text,
        is_sync: "false",
      });
      expect(sent.status).toBe(200);
      written.messages.set(sent.body.user_message_id, text);
      const content = `file ${n} ${randomBytes(20_000).toString("hex")}`;
      const [document] = (
        await ada.api.multipart("/documents", {
          files: [new File([content], `${n}.txt`, { type: "text/plain" })],
        })
      ).body;
      written.files.set(document.id, content);
    };
    for (let n = 0; n < 5; n++) await write(n);
    const doomed = [...written.files.keys()][0]!;

    const before: Written = { messages: new Map(written.messages), files: new Map(written.files) };
    let isOver = false;
    const saving = runScript("backup", [archive], { DATA_DIR: product.dataDir }).finally(() => {
      isOver = true;
    });
    for (let n = 5; !isOver; n++) {
      await write(n);
      // A document deleted during the backup must be in it completely or not at all.
      if (n === 5) await ada.api.del(`/documents/${doomed}`);
    }
    const saved = await saving;
    expect(saved).toMatchObject({ code: 0, said: expect.stringContaining(archive) });
    await write(1000);
    expect((await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body).toHaveLength(
      written.messages.size,
    );
    // The script deletes its temporary copy at the end.
    await expect
      .poll(() => readdirSync(product.dataDir).filter((name) => name.startsWith("backup-")))
      .toEqual([]);

    expect(await runScript("restore", [archive], { DATA_DIR: product.dataDir })).toMatchObject({
      code: 1,
      said: expect.stringContaining("in use"),
    });
    expect(await runScript("restore", [archive], { DATA_DIR: second })).toMatchObject({ code: 0 });
    const elsewhere = await startProduct({ dataDir: second, env });
    restored.push(elsewhere);
    // Sessions remain valid, because the archive contains the signing secret.
    const there = client(elsewhere.url, ada.api.authorization);
    const stored: { id: number; message: string }[] = (await there.get(`/chats/${chat.id}/messages?size=100`))
      .body;
    for (const [id, text] of before.messages)
      expect(stored.filter((message) => message.id === id).map(({ message }) => message)).toEqual([text]);
    // Of the messages written during the backup, a prefix is restored completely.
    for (const { id, message } of stored) expect(written.messages.get(id)).toBe(message);
    const documents: { id: number }[] = (await there.get("/documents?size=100")).body;
    for (const id of before.files.keys())
      if (id !== doomed) expect(documents.map((document) => document.id)).toContain(id);
    for (const { id } of documents) {
      const opened = await there.get(`/documents/${id}/content`);
      expect(opened.status).toBe(200);
      expect(opened.body).toBe(written.files.get(id));
    }
  } finally {
    await Promise.all([product, ...restored].map((one) => one.remove()));
    rmSync(folder, { recursive: true, force: true });
  }
});

// Returns the position of a byte in the content of the largest file. Other bytes, such as times of changes, have no
// effect on what is restored.
async function locateContent(archive: string): Promise<number> {
  const zip = await yauzl.openPromise(archive, { autoClose: false });
  try {
    let largest: yauzl.Entry | undefined;
    for await (const entry of zip.eachEntry())
      if (entry.compressedSize > (largest?.compressedSize ?? 0)) largest = entry;
    const header = await zip.readLocalFileHeaderPromise(largest!, { minimal: true });
    return header.fileDataStart + Math.floor(largest!.compressedSize / 2);
  } finally {
    zip.close();
  }
}

test("a restore refuses damaged archives, and non-empty folders unless forced", async ({ model }) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
  const dataDir = join(folder, "data");
  const archive = join(folder, "backup.zip");
  const env = { OPENAI_BASE_URL: model.url };
  const product = await startProduct({ dataDir, env });
  try {
    const ada = await person(product.url);
    await product.stop();
    // The script also works while no process uses the folder.
    expect(await runScript("backup", [archive], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const restore = (file: string, to: string, ...words: string[]) =>
      runScript("restore", [file, ...words], { DATA_DIR: join(folder, to) });

    const whole = readFileSync(archive);
    const flipped = Buffer.from(whole);
    flipped[await locateContent(archive)]! ^= 0xff;
    for (const [name, bytes] of [
      ["cut", whole.subarray(0, whole.length - 1000)],
      ["flipped", flipped],
      ["other", Buffer.from("no archive at all")],
    ] as const) {
      writeFileSync(join(folder, name), bytes);
      const refused = await restore(join(folder, name), `of-${name}`);
      expect(refused.code, name).toBe(1);
      expect(refused.said, name).toMatch(/damaged|no whole backup/);
      // A failed restore leaves nothing behind.
      expect(readdirSync(join(folder, `of-${name}`)), name).toEqual([]);
    }

    mkdirSync(join(folder, "full"));
    writeFileSync(join(folder, "full", "auth-secret"), "theirs");
    expect(await restore(archive, "full")).toMatchObject({
      code: 1,
      said: expect.stringContaining("--force"),
    });
    expect(readdirSync(join(folder, "full"))).toEqual(["auth-secret"]);
    const forced = await restore(archive, "full", "--force");
    expect(forced).toMatchObject({ code: 0 });
    const aside = readdirSync(join(folder, "full")).find((name) => name.startsWith("before-restore-"))!;
    expect(readFileSync(join(folder, "full", aside, "auth-secret"), "utf8")).toBe("theirs");

    // Simulates a restore that was killed while moving files; the product refuses to start.
    writeFileSync(join(dataDir, "restoring"), "");
    await expect(product.start()).rejects.toThrow("did not end");
    expect(await restore(archive, "data", "--force")).toMatchObject({ code: 0 });
    await product.start();
    const login = await client(product.url).form("/auth/login", { username: ada.email, password: PASSWORD });
    expect(login.status).toBe(200);

    for (const command of ["backup", "restore"] as const)
      expect(
        await runScript(command, [archive], { DATA_DIR: dataDir, DATABASE_URL: "postgres://localhost/x" }),
      ).toMatchObject({ code: 1, said: expect.stringMatching(/pg_(dump|restore)/) });
  } finally {
    await product.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
