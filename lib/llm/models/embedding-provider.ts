import { setTimeout as wait } from "node:timers/promises";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { recordModelCall } from "@/lib/platform/telemetry/models";
import { findMissingField } from "./connected-model";
import { type Embedder, MAX_EMBEDDED_LENGTH, VISIBLE } from "./embeddings";
import { describeModelError } from "./failures";
import { registry } from "./providers/registry";
import { PROVIDERS } from "./settings";
import { type Connection, ModelError } from "./types";

// Texts per request. Google allows 100, but the vectors of fewer texts are parsed faster.
const BATCH = 32;
const TRIES = 4;
const FIRST_PAUSE_SECONDS = 0.5;
const MAX_RETRY_DELAY_SECONDS = 20;
const PATIENCE_SECONDS = 60;
const PATIENCE_FOR_QUESTION_SECONDS = 10;

export class ProviderEmbedder implements Embedder {
  readonly id: string;
  readonly label: string;
  readonly batch = BATCH;
  readonly #model: EmbeddingModelV4;
  readonly #who: string;
  readonly #called: () => ReturnType<typeof recordModelCall>;

  /**
   * @throws ModelError `not_configured` when the connection lacks its key or address, or its provider has no
   * embedding models
   */
  constructor(connection: Connection, model: string) {
    this.#who = PROVIDERS[connection.provider].name;
    this.id = `${connection.provider}:${model}`;
    this.label = `${model} (${this.#who})`;
    this.#model = createEmbeddingModel(connection, model);
    this.#called = () => recordModelCall("embedding", connection.provider, model);
  }

  async embed(texts: string[], { isQuestion = false } = {}): Promise<Float32Array[]> {
    const visible = texts.flatMap((text, index) => (VISIBLE.test(text) ? index : []));
    const made: Float32Array[] = [];
    for (let start = 0; start < visible.length; start += BATCH) {
      const batch = visible.slice(start, start + BATCH);
      const values = batch.map((index) => texts[index]!.slice(0, MAX_EMBEDDED_LENGTH).toWellFormed());
      made.push(...(await this.#ask(values, isQuestion)));
    }
    const dimensions = made[0]?.length ?? 0;
    if (made.some(({ length }) => length !== dimensions)) throw this.#strange();
    const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
    for (const [position, index] of visible.entries()) vectors[index] = made[position]!;
    return vectors;
  }

  async #ask(values: string[], isQuestion: boolean): Promise<Float32Array[]> {
    const seconds = isQuestion ? PATIENCE_FOR_QUESTION_SECONDS : PATIENCE_SECONDS;
    for (let tried = 1; ; tried++) {
      const over = this.#called();
      try {
        const { embeddings, usage } = await this.#model.doEmbed({
          values,
          abortSignal: AbortSignal.timeout(seconds * 1000),
        });
        if (embeddings.length !== values.length) throw this.#strange();
        const vectors = embeddings.map((vector) => this.#unit(vector));
        over("ok", { input: usage?.tokens });
        return vectors;
      } catch (error) {
        const failure = this.#failure(error);
        over(failure.code);
        if (isQuestion || tried === TRIES || !failure.retryable) throw failure;
        const pause = failure.retryAfter ?? FIRST_PAUSE_SECONDS * 3 ** (tried - 1);
        if (pause > MAX_RETRY_DELAY_SECONDS) throw failure;
        await wait(pause * 1000);
      }
    }
  }

  #unit(vector: number[]): Float32Array {
    const length = Math.hypot(...vector);
    if (vector.length === 0 || !Number.isFinite(length)) throw this.#strange();
    return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
  }

  #failure(error: unknown): ModelError {
    if (error instanceof Error && error.name === "TimeoutError")
      return new ModelError("stalled", `${this.#who} took too long to answer.`, true);
    return describeModelError(error, this.#who, false);
  }

  #strange = () => new ModelError("garbage", `${this.#who} sent an invalid reply without embeddings.`);
}

function createEmbeddingModel(connection: Connection, model: string): EmbeddingModelV4 {
  const { provider } = connection;
  const { embeddingModel } = registry[provider];
  const lacking = embeddingModel ? findMissingField(connection) : "embedding models";
  if (embeddingModel && !lacking) return embeddingModel(connection, model);
  const { name } = PROVIDERS[provider];
  throw new ModelError("not_configured", `${name} has no ${lacking}: see EMBEDDING_MODEL.`);
}
