import type * as PdfJs from "pdfjs-dist/legacy/build/pdf.mjs";

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

// Folder that `scripts/browser-scripts.mjs` writes to; each version has a subfolder, which browsers cache.
const FOLDER = "/pdf";
/**
 * Options for PDFs, which may be hostile: scripting and XFA are off, and the CSP of the worker's address allows
 * neither `eval` nor WebAssembly. Only the viewed ranges of large files are loaded.
 */
export const READING = {
  // In bytes. Larger than the default, because each range is a request that counts toward the user's rate limit.
  rangeChunkSize: 256 * 1024,
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  useWasm: false,
  disableWorkerRendering: true,
  // In pixels of 4 bytes each; larger pictures are left out.
  maxImageSize: 60_000_000,
};

let loading: Promise<typeof PdfJs> | undefined;
let failures = 0;

/** Loads pdf.js on first use: the legacy build, because the modern one requires the latest browsers. */
export function loadPdfJs(): Promise<typeof PdfJs> {
  loading ??= load().catch((error) => {
    loading = undefined;
    failures++;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof PdfJs> {
  // Browsers cache the failure of a module by its address, so each retry needs a new one.
  const address = `${FOLDER}/pdf.js?build=${process.env.BUILD}&failures=${failures}`;
  const library: typeof PdfJs = await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ address);
  library.GlobalWorkerOptions.workerSrc = `${FOLDER}/${library.version}/worker.js`;
  return library;
}

export async function openPdf(url: string): Promise<PdfJs.PDFDocumentLoadingTask> {
  const { getDocument, VerbosityLevel, version } = await loadPdfJs();
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
