import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { videoConversions } from "@/db/schema/videos";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";
import { sweep } from "./service";

const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "gpt-4o",
  VIDEO_MODEL: "openai-compatible:watcher",
});
const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max");
const film = () => new File([new Uint8Array(fixture("harbour.mp4"))], "Harbour tour.mp4");
const list = async (query = "") => (await ada.api.get(`/video/conversions${query}`)).body;
const started = async (fields: Record<string, string | File[]>) =>
  (await ada.api.multipart("/video/video-to-text", { ...fields, is_sync: "false" })).body
    .streaming_task_id as string;
const getStatus = async (id: string) =>
  (await list()).find((one: { streaming_task_id: string }) => one.streaming_task_id === id)?.status;

test("a conversion is listed for its owner, downloaded weeks later, and deleted", async () => {
  model.setMode("echo");
  const id = await started({ file: [film()] });
  await expect.poll(() => getStatus(id)).toBe("completed");
  const [first] = await list();
  expect(first).toEqual({
    streaming_task_id: id,
    kind: "text",
    file_name: "Harbour tour.mp4",
    document_id: null,
    status: "completed",
    progress: null,
    requested_method: "full_video",
    method: "full_video",
    error: null,
    text_url: `/api/v1/video/conversions/${id}/text`,
    may_retry: false,
    created_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect((await max.api.get("/video/conversions")).body).toEqual([]);

  await db()
    .update(videoConversions)
    .set({ finishedAt: new Date(Date.now() - 60 * 86_400_000) })
    .where(eq(videoConversions.id, id));
  await sweep();
  const path = `/video/conversions/${id}`;
  const file = await ada.api.get(`${path}/text`);
  expect(file.body).toMatch(/^## Summary\n/);
  expect(file.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Harbour%20tour.md");
  for (const { status } of [await max.api.get(`${path}/text`), await max.api.del(path)])
    expect(status).toBe(404);

  // A completed conversion can't be retried.
  expect((await ada.api.post(`${path}/retry`)).status).toBe(409);
  expect(await ada.api.del(path)).toMatchObject({ status: 200, body: { success: true } });
  expect(await list()).toEqual([]);
  expect((await ada.api.get(`${path}/text`)).status).toBe(404);
  expect((await ada.api.del(path)).status).toBe(404);
});

test("a failed conversion is retried with its settings if its video is a document", async () => {
  model.setMode("401");
  const [document] = (await ada.api.multipart("/documents", { files: [film()] })).body;
  const settings = { method: "full_video", extra_instructions: "Name the ships." };
  const failed = await started({ ...settings, document_id: String(document.id) });
  const uploaded = await started({ file: [film()] });
  await expect.poll(() => getStatus(uploaded)).toBe("failed");
  const [newest, older] = await list();
  expect(newest).toMatchObject({ streaming_task_id: uploaded, may_retry: false, text_url: null });
  expect(older).toMatchObject({
    streaming_task_id: failed,
    document_id: document.id,
    may_retry: true,
    error: expect.stringContaining("refused the API key"),
  });
  const refused = await ada.api.post(`/video/conversions/${uploaded}/retry`);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("Upload it again")]);
  expect((await max.api.post(`/video/conversions/${failed}/retry`)).status).toBe(404);

  model.setMode("echo");
  const again = await ada.api.post(`/video/conversions/${failed}/retry`);
  expect(again.status).toBe(202);
  const id = again.body.streaming_task_id;
  await expect.poll(() => getStatus(id)).toBe("completed");
  expect((await ada.api.get(`/video/conversions/${id}/text`)).body).toContain("Asked: Name the ships.");

  const page = await ada.api.get("/video/conversions?page=2&page_size=2");
  expect(page.headers.get("x-total-count")).toBe("3");
  expect(page.body).toMatchObject([{ streaming_task_id: failed }]);
});

test("a running conversion shows its progress without a text, and is canceled by its deletion", async () => {
  model.setMode("first=30000");
  const [aborted, calls] = [model.aborted, model.calls];
  const id = await started({ file: [film()] });
  await expect.poll(() => model.calls).toBe(calls + 1);
  const [running] = await list();
  expect(running).toMatchObject({
    streaming_task_id: id,
    status: "running",
    progress: { stage: "watching", part: 1, parts: 1 },
    finished_at: null,
  });
  expect((await ada.api.get(`/video/conversions/${id}/text`)).status).toBe(409);
  expect((await ada.api.post(`/video/conversions/${id}/retry`)).status).toBe(409);
  expect((await ada.api.del(`/video/conversions/${id}`)).status).toBe(200);
  await expect.poll(() => model.aborted).toBeGreaterThan(aborted);
  expect(await getStatus(id)).toBeUndefined();
});
