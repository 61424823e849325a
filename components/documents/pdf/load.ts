import type * as PdfJs from "pdfjs-dist";

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** Where `scripts/browser-scripts.mjs` puts it: a folder for each version, which browsers keep. */
const FOLDER = "/pdf";
/**
 * How a PDF is read, which may be hostile: scripts and forms of XFA don't run, and the policy of the worker's address
 * allows neither `eval` nor WebAssembly. Of a large file only those parts are loaded that are looked at.
 */
export const READING = {
  // In bytes. Each piece counts as a request of its reader, so they are larger than usual.
  rangeChunkSize: 256 * 1024,
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  useWasm: false,
  disableWorkerRendering: true,
  // Larger pictures are left out. In pixels, of 4 bytes each.
  maxImageSize: 60_000_000,
};

let loading: Promise<typeof PdfJs> | undefined;
let failures = 0;

/** pdf.js, loaded when the first PDF is opened. Its build for older browsers: the other needs those of this year. */
export function pdfJs(): Promise<typeof PdfJs> {
  loading ??= load().catch((error) => {
    loading = undefined;
    failures++;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof PdfJs> {
  // Browsers remember that a module failed, by its address.
  const address = `${FOLDER}/pdf.js?build=${process.env.BUILD}&failures=${failures}`;
  const library: typeof PdfJs = await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ address);
  library.GlobalWorkerOptions.workerSrc = `${FOLDER}/${library.version}/worker.js`;
  return library;
}

/** Begins to read a PDF. */
export async function openPdf(url: string): Promise<PdfJs.PDFDocumentLoadingTask> {
  const { getDocument, VerbosityLevel, version } = await pdfJs();
  const folder = `${FOLDER}/${version}`;
  return getDocument({
    ...READING,
    url,
    cMapUrl: `${folder}/cmaps/`,
    standardFontDataUrl: `${folder}/fonts/`,
    wasmUrl: `${folder}/decoders/`,
    verbosity: VerbosityLevel.ERRORS,
  });
}
