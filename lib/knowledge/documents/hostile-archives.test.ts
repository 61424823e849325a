import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { hostileArchives } from "@/test/hostile/archives";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";

const child = await startChild({ ...STEADY_MEMORY, RATE_LIMIT_HEAVY: "1000" });
afterAll(() => child.remove());

const OPTIONS = { timeout: 600_000 };

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

test(`${inputs.length} hostile archives stall nobody, fill no memory and end nothing`, OPTIONS, () =>
  feedHostileInputs(child, inputs, async ({ fileName, make }) => {
    const { api } = await person(child.url);
    const files = [new File([(await make()) as BlobPart], fileName)];
    const { status, body } = await api.multipart("/documents", { files });
    expect([201, 413, 415, 422]).toContain(status);
    const isUnpacked = async () => {
      const { error, characters } = (await api.get(`/documents/${body[0].id}`)).body;
      return (error ?? characters) !== null;
    };
    if (status === 201) await expect.poll(isUnpacked, OPTIONS).toBe(true);
  }),
);
