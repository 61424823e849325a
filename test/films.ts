import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { getEngine } from "@/lib/files/media/ffmpeg";
import { run } from "@/lib/files/media/process";
import { fixture } from "./files";

/** Runs ffmpeg on a file with the given output options. */
export async function made(from: Buffer, after: string[]): Promise<File> {
  const folder = mkdtempSync(join(tmpdir(), "films-"));
  const pieces: Buffer[] = [];
  try {
    const path = join(folder, "film");
    writeFileSync(path, from);
    const onData = (bytes: Buffer) => void pieces.push(bytes);
    await run(await getEngine(), { path, after, onData, mostBytes: 10_000_000, seconds: 60 });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return new File(
    pieces.map((piece) => new Uint8Array(piece)),
    "film.mkv",
  );
}

/** Builds a film with an English sound track, and a titled German one that is the default. */
export const twoTracks = () =>
  made(fixture("harbour.mp4"), [
    ...["-t", "3", "-map", "0:v:0", "-map", "0:a:0", "-map", "0:a:0", "-c", "copy"],
    ...["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-metadata:s:a:1"],
    ...["title=Kommentar", "-disposition:a:0", "0", "-disposition:a:1", "default", "-f", "matroska"],
  ]);

/** Builds a silent film that shows the text of `note.png` for two seconds, then nothing for two. */
export async function slideFilm(): Promise<File> {
  const note = await sharp(fixture("note.png"))
    .flatten({ background: "white" })
    .resize({ width: 640 })
    .png()
    .toBuffer();
  const empty = await sharp(note).negate().blur(40).png().toBuffer();
  const film = await sharp([note, empty], { join: { animated: true } })
    .gif({ delay: [2000, 2000] })
    .toBuffer();
  return made(film, ["-r", "10", "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", "-f", "matroska"]);
}
