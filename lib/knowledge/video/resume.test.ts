import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { videoConversions } from "@/db/schema/videos";
import { functions } from "@/inngest/functions";
import { startRunner } from "@/inngest/runner/runner";
import { wakeEngine } from "@/lib/platform/background/service";
import { person } from "@/test/client";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";
import { HEADINGS } from "./headings";

const { model, server } = await startServerWithModel({ OPENAI_MODEL: "gpt-4o" });

test("an interrupted conversion resumes at its unfinished part", async () => {
  const ada = await person(server.url);
  model.setMode("first=2500");
  const file = [new File([new Uint8Array(fixture("slow.mp4"))], "slow.mp4")];
  const sent = await ada.api.multipart("/video/video-to-text", { file, is_sync: "false" });
  const at = `/chats/streaming/${sent.body.streaming_task_id}`;
  const state = async () => (await ada.api.get(at)).body;
  await expect.poll(() => model.calls).toBe(1);
  model.setMode("first=100000");
  await expect.poll(async () => (await state()).progress).toEqual({ stage: "reading", part: 2, parts: 2 });
  await expect.poll(() => model.calls).toBe(2);

  model.setMode("echo");
  // The runner that started first receives events first; the other one still executes the run.
  const second = startRunner(functions);
  // Simulates a killed process: the run is running, under an owner that no longer exists.
  await db().execute(`update background_runs set owner = 'a dead process', lease_until = now() - interval '1 second'
    where function_id = 'convert-video'`);
  wakeEngine();
  await expect.poll(async () => (await state()).status).toBe("completed");
  await second.stop();

  // The second part is read again and both are merged. The first part is not read again.
  expect(model.calls).toBe(4);
  const { text, method } = await state();
  expect(method).toBe("frames_plus_audio");
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(HEADINGS);
  const [first, other] = [...text.matchAll(/Saw \d+ pictures at (.*)\./g)].map(([, times]) => times);
  expect(first).toMatch(/^\[0\d:/);
  expect(other).toMatch(/^\[1\d:/);
  const [row] = await db().select().from(videoConversions).orderBy(desc(videoConversions.createdAt));
  expect(row?.found).toEqual({});
});
