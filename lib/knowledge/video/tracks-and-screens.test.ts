import { afterEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { person, readEvents } from "@/test/client";
import { slideFilm, twoTracks } from "@/test/films";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "gpt-4o",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
});
const usual = { ...config() };
afterEach(() => Object.assign(config(), usual));
const ada = await person(server.url);
const convert = (fields: Record<string, string | File[]>, api = ada.api) =>
  api.multipart("/video/video-to-text", fields);
const asked = () => JSON.stringify(model.requests.at(-1));

test("all sound tracks are transcribed under their names; a missing track returns 422", async () => {
  const file = [await twoTracks()];
  const all = await convert({ file, audio_track: "all" });
  expect([all.status, all.body.method]).toEqual([200, "frames_plus_audio"]);
  expect(asked()).toContain("[00:00] English: The harbour wall is painted blue.");
  expect(asked()).toContain("[00:00] German (Kommentar): The harbour wall is painted blue.");
  const { status, body } = await convert({ file, audio_track: "fr" });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "audio_track"]]);
  expect(body.detail[0].msg).toContain("1 (English), 2 (German (Kommentar))");
});

test("a model without vision support gets the on-screen text, and the search finds it", async () => {
  Object.assign(config(), { OPENAI_MODEL: "stand-in" });
  const { api } = await person(server.url, "Eva");
  const film = await slideFilm();
  const [document] = (await api.multipart("/documents", { files: [film] })).body;
  const document_id = String(document.id);
  const { status, body } = await convert({ document_id }, api);
  expect([status, body.method]).toEqual([200, "frames_plus_audio"]);
  expect(asked()).toContain(
    "The harvest was late this year. / Invoice 4711 of 3 May 2026 / Total 1,250.00 EUR",
  );
  expect(body.text).toContain("no model that can read images was available");
  const { text, parts } = (await api.get(`/documents/${document.id}/text`)).body;
  expect(text).toMatch(/^\[00:0\d\] On screen: The harvest was late this year/);
  expect(parts).toHaveLength(1);
  // The second conversion reuses the on-screen text of the first.
  const sentences = async () => asked().match(/Invoice 4711/g)?.length;
  expect((await convert({ document_id }, api)).status).toBe(200);
  expect(await sentences()).toBe(1);
});

test("pictures of a document are read once, also without on-screen text", async () => {
  Object.assign(config(), { OPENAI_MODEL: "stand-in" });
  const { api } = await person(server.url, "Ida");
  const [document] = (await api.multipart("/documents", { files: [await twoTracks()] })).body;
  const stages = async () => {
    const { body } = await convert({ document_id: String(document.id), is_sync: "false" }, api);
    const events = await readEvents(api, `/chats/streaming/${body.streaming_task_id}`);
    expect(events.at(-1)).toMatchObject({ event: "done", data: { status: "completed" } });
    return events.flatMap(({ event, data }) => (event === "progress" ? [data.stage] : []));
  };
  expect(await stages()).toContain("screens");
  expect(await stages()).not.toContain("screens");
});
