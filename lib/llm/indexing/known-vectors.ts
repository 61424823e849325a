import { LRUCache } from "lru-cache";
import { createOnce } from "@/lib/platform/once";

export type KnownVectors = {
  get: (text: string) => Float32Array | undefined;
  set: (text: string, vector: Float32Array) => void;
};

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TEXT_LENGTH = 1000;
const MAX_AGE_MS = 60 * 60 * 1000;

const vectors = createOnce(
  () =>
    new LRUCache<string, Float32Array>({ maxSize: MAX_BYTES, sizeCalculation: getBytes, ttl: MAX_AGE_MS }),
);
const getBytes = (vector: Float32Array, key: string) => vector.byteLength + 2 * key.length;

/**
 * Returns the recent vectors of a group's messages, because many messages repeat others. Groups don't share them:
 * otherwise the time until a message is indexed would tell which texts other groups have.
 */
export const getKnownVectors = (groupId: string, modelId: number): KnownVectors => ({
  get: (text) => vectors().get(`${modelId} ${groupId} ${text}`),
  set(text, vector) {
    if (text.length <= MAX_TEXT_LENGTH) vectors().set(`${modelId} ${groupId} ${text}`, vector);
  },
});
