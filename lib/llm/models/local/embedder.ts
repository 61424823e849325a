import { join } from "node:path";
import { createOnce } from "@/lib/platform/once";
import { EmbeddingThread } from "../embedding-thread";
import { type Embedder, embedInThread, isLatin, VISIBLE } from "../embeddings";
import { ModelError } from "../types";
import { findModelFolder } from "./folder";
import { type LocalEmbeddingModel, toLocalId } from "./registry";

const unmarked = (text: string) => text.replaceAll(/[\u064b-\u065f\u0670\u0640]/g, "");

class LocalEmbedder implements Embedder {
  readonly id: string;
  readonly label: string;
  readonly batch = 32;
  readonly #model: LocalEmbeddingModel;
  #thread: EmbeddingThread | undefined;

  constructor(model: LocalEmbeddingModel) {
    this.#model = model;
    this.id = toLocalId(model);
    this.label = model.name;
  }

  async embed(texts: string[], { isQuestion = false } = {}): Promise<Float32Array[]> {
    const { dimensions, languages, prefixes } = this.#model;
    const knows = languages === "english" ? isLatin : (text: string) => VISIBLE.test(text);
    // Removes vowel signs from Arabic words, because the model handles the resulting tokens poorly.
    const plain = texts.map(unmarked);
    const prefix = isQuestion ? prefixes.question : prefixes.text;
    try {
      return await embedInThread(await this.#started(), plain, {
        knows,
        dimensions,
        prefix,
        isQuestion,
        batchSize: 1,
      });
    } catch (error) {
      if (error instanceof ModelError) throw error;
      this.#thread = undefined;
      throw new ModelError("failed", `${this.label} failed: its files may be damaged.`, true);
    }
  }

  async #started(): Promise<EmbeddingThread> {
    if (this.#thread) return this.#thread;
    const folder = await findModelFolder(this.#model);
    if (folder === "missing")
      throw new ModelError("not_configured", `The files of ${this.label} are missing.`);
    // Located by path, because this file is not bundled with the app.
    const file = join(/* turbopackIgnore: true */ process.cwd(), "lib/llm/models/local/embedding-worker.mjs");
    this.#thread ??= new EmbeddingThread(file, { folder, mostTokens: this.#model.mostTokens });
    return this.#thread;
  }
}

const embedders = createOnce(() => new Map<string, Embedder>());

export function getLocalEmbedder(model: LocalEmbeddingModel): Embedder {
  const id = toLocalId(model);
  const embedder = embedders().get(id) ?? new LocalEmbedder(model);
  embedders().set(id, embedder);
  return embedder;
}
