// Uploads, compared with a server that only pipes them to disk.
import { request as open } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MULTIPART, send } from "./http.mjs";
import { figure, median, spread } from "./measure.mjs";
import { readOwnRssMb } from "./rig.mjs";

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(MB);
/** Header of an MP4 file, a type without text extraction, so that only storing is measured. */
const FILM = "\0\0\0\x18ftypisom";
const head = (name, isFirst) =>
  `${isFirst ? "" : "\r\n"}--${MULTIPART.split("=")[1]}\r\nContent-Disposition: form-data; name="files"; filename="${name}.mp4"\r\n\r\n${FILM}`;
const END = `\r\n--${MULTIPART.split("=")[1]}--\r\n`;

function form(files, mb) {
  const heads = Array.from({ length: files }, (_, at) => head(`film ${at}`, at === 0));
  const size = heads.reduce((sum, text) => sum + text.length, END.length) + files * (mb * MB - FILM.length);
  function* pieces() {
    for (const text of heads) {
      yield Buffer.from(text);
      for (let n = 0; n < mb; n += 1) yield n === 0 ? PIECE.subarray(FILM.length) : PIECE;
    }
    yield Buffer.from(END);
  }
  return { size, pieces };
}

async function put(url, headers, { size, pieces }) {
  const call = open(url, { method: "POST", headers: { ...headers, "content-length": size } });
  const answered = new Promise((resolve, reject) => {
    call.once("error", reject);
    call.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.once("end", () => resolve({ status: response.statusCode, text }));
    });
  });
  await pipeline(Readable.from(pieces(), { objectMode: false, highWaterMark: MB }), call);
  const { status, text } = await answered;
  if (status >= 300) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function speed(url, headers, { at, files, mb }, after) {
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: at }, () => put(url, headers, form(files, mb))));
  const took = performance.now() - began;
  for (const answer of answers) await after?.(answer);
  return (at * files * mb) / (took / 1000);
}

/** Measures the peak increase of a process's resident memory during `work`, in MB. */
async function peak(pid, work) {
  const before = readOwnRssMb(pid);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, readOwnRssMb(pid));
  }, 20);
  const result = await work();
  clearInterval(look);
  return { result, above: Math.max(0, most - before) };
}

export async function uploads({ quick, product, baseline, reader }) {
  const headers = { ...reader.headers, "content-type": MULTIPART };
  const remove = async (documents) => {
    for (const { id } of documents)
      await send(`${product.url}/api/v1/documents/${id}`, { method: "DELETE", headers: reader.headers });
  };
  const kinds = [
    ["1 × 50 MB", { at: 1, files: 1, mb: 50 }],
    ["10 × 20 MB", { at: 1, files: 10, mb: 20 }],
    ["8 × 50 MB at once", { at: 8, files: 1, mb: 50 }],
  ];
  const rows = [];
  for (const [name, kind] of kinds) {
    const done = { product: [], baseline: [], above: [] };
    for (let round = 0; round <= (quick ? 2 : 4); round += 1) {
      const bare = await speed(`${baseline.url}/file`, {}, kind);
      const { result, above } = await peak(product.pid, () =>
        speed(`${product.url}/api/v1/documents`, headers, kind, remove),
      );
      // The first round is warm-up.
      if (round === 0) continue;
      done.baseline.push(bare);
      done.product.push(result);
      done.above.push(above);
    }
    rows.push(
      figure(`upload.50mb ${name}`, {
        product: median(done.product),
        baseline: median(done.baseline),
        unit: "MB/s",
        must: 0.4,
        target: 0.7,
        more: true,
        spread: spread(done.baseline),
        note: "the whole form, checked, hashed and stored, against piping it to a file",
      }),
      figure(`upload.50mb memory, ${name}`, {
        product: Math.max(...done.above),
        unit: "MB",
        must: 150,
        target: 64,
        by: "product",
        note: "highest resident memory above that before, in any round",
      }),
    );
  }
  return rows;
}
