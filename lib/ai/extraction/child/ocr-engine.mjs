// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
/** Tesseract's numbers: of the engine that knows scripts and directions, and of that which reads. */
const OEM = { directions: 0, reading: 1 };
/** As Tesseract names languages: eng, chi_sim. */
const LANGUAGE = /^[a-z]{3}(_[a-z]+)*$/;

/** @typedef {(action: string, payload: object) => Promise<any>} Ask */
/** @typedef {{ x0: number, y0: number, x1: number, y1: number }} Box in pixels */
/** @typedef {{ text: string, confidence: number, bbox: Box, words: { text: string, confidence: number, bbox: Box }[] }} RecognisedLine */
/** @typedef {{ blocks: { paragraphs: { lines: RecognisedLine[] }[] }[] | null }} Recognised */

/** The scope of packages with a language each. */
const SCOPE = "@tesseract.js-data";
/** Whole numbers are read twice as fast as the fractions of the folder beside it. */
const VARIANT = "4.0.0_best_int";
/** Tells directions and scripts. */
const DIRECTIONS = "osd";
/** Data that no page is read with: formulas, and columns of letters. */
const OTHER_DATA = /^(osd|equ|.*_vert)$/;
/** As the operator calls it: a folder of languages that other programs have installed. */
const { TESSDATA_PREFIX } = process.env;

/** Finds the data of a language, in a package or in the folder of `TESSDATA_PREFIX`. Nothing is fetched. @param {string} language */
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

/** Lists the languages that are installed, in the order of their names. */
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
/** Reads in these languages; others take their place. @type {{ languages: string, ask: Promise<Ask> } | undefined} */
let reading;

/**
 * How a picture must be turned for its letters to stand upright, and their script, as Tesseract calls it.
 * @param {Uint8Array} image
 * @returns {Promise<{ turn: number, script: string } | undefined>} undefined when there are too few letters
 */
export async function directionOf(image) {
  directions ??= start([DIRECTIONS], OEM.directions);
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
      ...findData(language),
      cacheMethod: "none",
      lstmOnly: oem === OEM.reading,
    };
    await ask("loadLanguage", { langs: [language], options });
  }
  await ask("initialize", { langs, oem, config: {} });
}
