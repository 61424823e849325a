// @ts-check
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
/** Tesseract's numbers: of the engine that knows scripts and directions, and of that which reads. */
const OEM = { directions: 0, reading: 1 };

/** @typedef {(action: string, payload: object) => Promise<any>} Ask */
/** @typedef {{ x0: number, y0: number, x1: number, y1: number }} Box in pixels */
/** @typedef {{ text: string, confidence: number, bbox: Box, words: { text: string, confidence: number, bbox: Box }[] }} RecognisedLine */
/** @typedef {{ blocks: { paragraphs: { lines: RecognisedLine[] }[] }[] | null }} Recognised */

/** Where the data of a language are: they come as packages, nothing is fetched. @param {string} language */
function folderOf(language) {
  try {
    return join(dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), "4.0.0_best_int");
  } catch {
    return undefined;
  }
}

/** @param {string} language whether its data are installed */
export const isInstalled = (language) =>
  existsSync(join(folderOf(language) ?? ".", `${language}.traineddata.gz`));

/** @type {Promise<Ask> | undefined} */
let directions;
/** Reads in these languages; others take their place. @type {{ languages: string, ask: Promise<Ask> } | undefined} */
let reading;

/**
 * How a picture must be turned for its letters to stand upright, and their script, as Tesseract calls it.
 * @param {Uint8Array} image
 * @returns {Promise<{ turn: number, script: string } | undefined>} undefined when there are too few letters
 */
export async function directionOf(image) {
  directions ??= start(["osd"], OEM.directions);
  const ask = await directions;
  const found = await ask("detect", { image: new Uint8Array(image) }).catch(() => undefined);
  return found?.script ? { turn: found.orientation_degrees ?? 0, script: found.script } : undefined;
}

/**
 * @param {Uint8Array} image
 * @param {string[]} languages the one that comes first is tried first
 * @returns {Promise<Recognised>}
 */
export async function recognise(image, languages) {
  const wanted = languages.join("+");
  const before = reading;
  if (before?.languages !== wanted)
    reading = {
      languages: wanted,
      ask: before ? changed(before.ask, languages) : start(languages, OEM.reading),
    };
  const ask = await /** @type {{ ask: Promise<Ask> }} */ (reading).ask;
  return ask("recognize", {
    image: new Uint8Array(image),
    options: {},
    output: { text: false, blocks: true },
  });
}

/** @param {Promise<Ask>} engine @param {string[]} languages */
async function changed(engine, languages) {
  const ask = await engine;
  await load(ask, languages, OEM.reading);
  return ask;
}

/**
 * An engine runs in this thread: a thread of its own would not be held by what this process may not do.
 * It is a module with one state, so each has a copy of it.
 * @param {string[]} languages @param {number} oem
 */
async function start(languages, oem) {
  for (const path of Object.keys(require.cache))
    if (path.includes("tesseract.js") && path.includes("worker-script")) delete require.cache[path];
  const engine = require("tesseract.js/src/worker-script");
  engine.setAdapter({
    getCore: require("tesseract.js/src/worker-script/node/getCore"),
    gunzip: require("tesseract.js/src/worker-script/node/gunzip"),
    readCache: readFile,
  });
  let count = 0;
  /** @type {Ask} */
  const ask = (action, payload) =>
    new Promise((resolve, reject) => {
      const packet = { workerId: "reader", jobId: `${action} ${++count}`, action, payload };
      engine.dispatchHandlers(packet, (/** @type {{ status: string, data: any }} */ { status, data }) => {
        if (status === "resolve") resolve(data);
        else if (status === "reject") reject(new Error(String(data)));
      });
    });
  await ask("load", { options: { lstmOnly: oem === OEM.reading, logging: false } });
  await load(ask, languages, oem);
  return ask;
}

/** @param {Ask} ask @param {string[]} langs @param {number} oem */
async function load(ask, langs, oem) {
  for (const language of langs) {
    const options = {
      langPath: folderOf(language),
      gzip: true,
      cacheMethod: "none",
      lstmOnly: oem === OEM.reading,
    };
    await ask("loadLanguage", { langs: [language], options });
  }
  await ask("initialize", { langs, oem, config: {} });
}
