// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
// Tesseract's OCR engine modes: legacy for orientation and script detection, LSTM for recognition.
const OEM = { directions: 0, reading: 1 };
const LANGUAGE = /^[a-z]{3}(_[a-z]+)*$/;

/** @typedef {(action: string, payload: object) => Promise<any>} Ask */
/** @typedef {{ x0: number, y0: number, x1: number, y1: number }} Box in pixels */
/** @typedef {{ text: string, confidence: number, bbox: Box, words: { text: string, confidence: number, bbox: Box }[] }} RecognisedLine */
/** @typedef {{ blocks: { paragraphs: { lines: RecognisedLine[] }[] }[] | null }} Recognised */

const SCOPE = "@tesseract.js-data";
// Integer models are twice as fast as the float models in the sibling folder.
const VARIANT = "4.0.0_best_int";
const DIRECTIONS = "osd";
// Models that aren't languages: orientation detection, equations and vertical text.
const OTHER_DATA = /^(osd|equ|.*_vert)$/;
/** Tesseract's variable for a folder of language models installed by the operator. */
const { TESSDATA_PREFIX } = process.env;

/**
 * Finds the model of a language in a package or in `TESSDATA_PREFIX`, without network access.
 * @param {string} language
 */
function findData(language) {
  const inPackage = resolveFolder(language);
  if (inPackage && existsSync(join(inPackage, `${language}.traineddata.gz`)))
    return { langPath: inPackage, gzip: true };
  if (TESSDATA_PREFIX && existsSync(join(TESSDATA_PREFIX, `${language}.traineddata`)))
    return { langPath: TESSDATA_PREFIX, gzip: false };
}

/** @param {string} language */
function resolveFolder(language) {
  try {
    return join(dirname(require.resolve(`${SCOPE}/${language}/package.json`)), VARIANT);
  } catch {
    return undefined;
  }
}

/** @param {string} language */
export const isInstalled = (language) => findData(language) !== undefined;

export function listInstalled() {
  const packages = listFolder(dirname(dirname(resolveFolder(DIRECTIONS) ?? ".")));
  const files = TESSDATA_PREFIX ? listFolder(TESSDATA_PREFIX) : [];
  const ofFiles = files.flatMap((name) => /^(.+)\.traineddata$/.exec(name)?.[1] ?? []);
  const all = new Set(
    [...packages, ...ofFiles].filter((name) => LANGUAGE.test(name) && !OTHER_DATA.test(name)),
  );
  return [...all].sort().filter(isInstalled);
}

/** @param {string} folder */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @type {Promise<Ask> | undefined} */
let directions;
/** Engine and the languages loaded into it. @type {{ languages: string, ask: Promise<Ask> } | undefined} */
let reading;

/**
 * Returns the rotation in degrees that makes text upright and Tesseract's name of the script, or undefined when there
 * are too few characters.
 * @param {Uint8Array} image
 * @returns {Promise<{ turn: number, script: string } | undefined>}
 */
export async function detectOrientation(image) {
  directions ??= start([DIRECTIONS], OEM.directions);
  const ask = await directions;
  const found = await ask("detect", { image: new Uint8Array(image) }).catch(() => undefined);
  return found?.script ? { turn: found.orientation_degrees ?? 0, script: found.script } : undefined;
}

/** @param {Uint8Array} image @param {string[]} languages in order of preference @returns {Promise<Recognised>} */
export async function recognizeText(image, languages) {
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
 * Starts an engine in this thread, because worker threads are not confined by the permission model. Clears the module
 * cache since the module holds global state, so that each engine gets its own copy.
 * @param {string[]} languages
 * @param {number} oem
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
      ...findData(language),
      cacheMethod: "none",
      lstmOnly: oem === OEM.reading,
    };
    await ask("loadLanguage", { langs: [language], options });
  }
  await ask("initialize", { langs, oem, config: {} });
}
