export type ModelFile = {
  name: string;
  /** Path below `MODELS_URL`. Contains a revision, so its content never changes. */
  path: string;
  bytes: number;
  sha256: string;
};

export type LocalModel = {
  name: string;
  files: ModelFile[];
  licence: string;
};

/** A local embedding model. Its output is mean-pooled over the tokens and normalized. */
export type LocalEmbeddingModel = LocalModel & {
  dimensions: number;
  mostTokens: number;
  prefixes: { question: string; text: string };
  languages: "english" | "many";
  /** Cosine below which a text is unrelated to a search, measured in `bench/search`. */
  sure: number;
};

const published = (repository: string, revision: string, path: string) =>
  `${repository}/resolve/${revision}/${path}`;

const E5 = ["Xenova/multilingual-e5-small", "761b726dd34fb83930e26aab4e9ac3899aa1fa78"] as const;
const MINILM = ["Xenova/all-MiniLM-L6-v2", "751bff37182d3f1213fa05d7196b954e230abad9"] as const;

/** Local embedding models with 8-bit weights, the default first. */
export const LOCAL_EMBEDDING_MODELS: LocalEmbeddingModel[] = [
  {
    name: "multilingual-e5-small",
    files: [
      {
        name: "model.onnx",
        path: published(...E5, "onnx/model_quantized.onnx"),
        bytes: 118_308_185,
        sha256: "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
      },
      {
        name: "tokenizer.json",
        path: published(...E5, "tokenizer.json"),
        bytes: 17_082_730,
        sha256: "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
      },
    ],
    licence: "MIT",
    dimensions: 384,
    mostTokens: 512,
    prefixes: { question: "query: ", text: "passage: " },
    languages: "many",
    sure: 0.8,
  },
  {
    name: "all-MiniLM-L6-v2",
    files: [
      {
        name: "model.onnx",
        path: published(...MINILM, "onnx/model_quantized.onnx"),
        bytes: 22_972_370,
        sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      },
      {
        name: "tokenizer.json",
        path: published(...MINILM, "tokenizer.json"),
        bytes: 711_661,
        sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
      },
    ],
    licence: "Apache-2.0",
    dimensions: 384,
    mostTokens: 256,
    prefixes: { question: "", text: "" },
    languages: "english",
    sure: 0.3,
  },
];

export const LOCAL_SPEECH_MODEL: LocalModel = {
  name: "whisper-base",
  files: [
    {
      name: "ggml-base.bin",
      path: published("ggerganov/whisper.cpp", "5359861c739e955e79d9a303bcbc70fb988958b1", "ggml-base.bin"),
      bytes: 147_951_465,
      sha256: "60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe",
    },
  ],
  licence: "MIT",
};

const PREFIX = "local:";
export const toLocalId = ({ name }: Pick<LocalModel, "name">): string => PREFIX + name;
export const isLocalId = (id: string): boolean => id.startsWith(PREFIX);

export const findLocalEmbeddingModel = (id: string): LocalEmbeddingModel | undefined =>
  LOCAL_EMBEDDING_MODELS.find((row) => toLocalId(row) === id);
