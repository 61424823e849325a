import { z } from "zod";
import { json, jsonLimits, post } from "@/lib/api/contract";
import { leftOut } from "@/lib/channels/compat/contract";

// In UTF-16 code units per text, which are about 8,000 tokens.
const MAX_INPUT_LENGTH = 32_000;
const MAX_INPUTS = 2048;

const text = z.string().min(1, "Must not be empty.").max(MAX_INPUT_LENGTH);
const tokens = z.never(
  "Send texts. These are numbers of tokens, which are of another model: in LangChain set `check_embedding_ctx_length=False`.",
);

export const EmbeddingRequest = z
  .looseObject({
    model: z
      .string()
      .max(200)
      .describe("The installation's embedding model, as `GET /openai/models` lists it."),
    input: z.union([
      text,
      z
        .array(z.union([text, tokens]))
        .min(1)
        .max(MAX_INPUTS),
    ]),
    encoding_format: z.enum(["float", "base64"]).nullish(),
    dimensions: z.int().min(1).max(100_000).nullish().describe("Only as many as the model makes."),
  })
  .meta({ id: "EmbeddingRequest" });

export const embeddingsApi = {
  createEmbedding: post("/openai/embeddings", {
    summary: "Create embeddings with the installation's model",
    description:
      "The model that documents are searched with; another `model` is a 404. Vectors have length 1. Of a text with more than 4,000 characters it is the mean of its parts. What a provider makes counts towards the group's tokens, what a model of this machine makes is free.",
    body: json(EmbeddingRequest, { mostBytes: jsonLimits.chat }),
    returns: z
      .object({
        object: z.literal("list"),
        model: z.string(),
        data: z.array(
          z.object({
            object: z.literal("embedding"),
            index: z.int(),
            embedding: z
              .union([z.array(z.number()), z.string()])
              .describe("With `base64` the bytes of little-endian 32-bit floats."),
          }),
        ),
        usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
        left_out: leftOut,
      })
      .meta({ id: "Embeddings" }),
    allowance: "messages",
    speaks: "openai",
  }),
};
