import { expect, test } from "vitest";
import { person } from "@/test/client";
import { fixture } from "@/test/files";
import { made, slideFilm } from "@/test/films";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "gpt-4o",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
});
const ada = await person(server.url);
const convert = (file: File) =>
  ada.api.multipart("/video/video-to-text", { file: [file], method: "frames_plus_audio" });
const asked = () => JSON.stringify(model.requests.at(-1));
const getBytes = async (file: File) => Buffer.from(await file.arrayBuffer());

test("videos with a single frame, a truncated end or no frames are converted", async () => {
  const slides = await getBytes(await slideFilm());
  const one = await made(slides, ["-frames:v", "1", "-c", "copy", "-f", "matroska"]);
  const { status, body } = await convert(one);
  expect([status, body.method], JSON.stringify(body)).toEqual([200, "frames_plus_audio"]);
  expect(asked()).toContain("There are 1 pictures of it.");
  // A truncated file, such as an encoder leaves when it is killed.
  const film = fixture("harbour.webm");
  const cut = new File([new Uint8Array(film.subarray(0, Math.floor(film.length * 0.7)))], "cut.avi");
  expect((await convert(cut)).status).toBe(200);
  const heard = await made(fixture("harbour.mp4"), ["-vn", "-c:a", "copy", "-t", "2", "-f", "matroska"]);
  const refused = await convert(new File([heard], "sound.mkv"));
  expect([refused.status, refused.body.detail?.[0].loc]).toEqual([422, ["body", "file"]]);
});
