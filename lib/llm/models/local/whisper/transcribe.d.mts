import type { Vocabulary } from "./vocabulary.mjs";

type TokenDecoder = { read: (tokens: number[]) => Promise<Float32Array> };
type Model = {
  vocabulary: Vocabulary;
  context: number;
  hear: (samples: Float32Array) => Promise<() => TokenDecoder>;
};
type How = {
  language?: string;
  prompt?: string;
  temperature?: number;
  translate?: boolean;
  checkStopped?: () => void;
  onProgress?: (share: number) => void;
};
export function transcribe(
  model: Model,
  samples: Float32Array,
  how?: How,
): Promise<{ segments: { from: number; to: number; text: string }[]; language: string | undefined }>;
