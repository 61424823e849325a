import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { hostileArchives } from "@/test/hostile/archives";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

/** Of processor time without a pause, in ms. The file is sent by the same thread. */
const MAX_TURN_MS = 200;
/** Only what hangs takes so long. */
const OPTIONS = { timeout: 600_000 };

/** The rest of them costs as little. */
const INPUTS = [
  "65,000 entries",
  "65,000 entries that claim to be one",
  "names of 60,000 characters",
  "names that are the same but for accents",
  "199 MB of zeros at the ratio that is allowed",
  "450 archives within it",
  "49 MB of ends",
  "a document of 30,000 folders",
];
const inputs = hostileArchives.filter(({ name }) => INPUTS.includes(name));

test.each(inputs)("the server answers others while it unpacks $name", OPTIONS, async ({ fileName, make }) => {
  const { api } = await person(server.url);
  const files = [new File([(await make()) as BlobPart], fileName)];
  const turns = watchTurns();
  turns.start();
  const { status, body } = await api.multipart("/documents", { files });
  expect([201, 413, 415, 422]).toContain(status);
  const isUnpacked = async () => {
    const { error, characters } = (await api.get(`/documents/${body[0].id}`)).body;
    return (error ?? characters) !== null;
  };
  if (status === 201) await expect.poll(isUnpacked, OPTIONS).toBe(true);
  turns.stop();
  expect(turns.longest(1)).toBeLessThan(MAX_TURN_MS);
});
