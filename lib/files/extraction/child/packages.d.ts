declare module "libheif-js/wasm-bundle";
declare module "papaparse";
declare module "tesseract.js/src/worker-script";
