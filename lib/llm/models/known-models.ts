import { calcPrice } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";
import { createOnce } from "@/lib/platform/once";
import { parseId } from "./catalog";
import { listModelNames } from "./model-capabilities";

/** Facts of the shipped table. Prices are in US dollars per million tokens. */
export type KnownModel = { contextLength: number | null; price: { input: number; output: number } | null };

const MILLION = 1_000_000;
const MAX_KNOWN = 2000;

const known = createOnce(() => new LRUCache<string, KnownModel>({ max: MAX_KNOWN }));

/** Looks up a model by its id in the table of the genai-prices package. Names of unknown models have no values. */
export function findKnownModel(id: string): KnownModel {
  const found = known().get(id) ?? lookUp(id);
  known().set(id, found);
  return found;
}

function lookUp(id: string): KnownModel {
  const { connection, model } = parseId(id) ?? { connection: "", model: id };
  for (const name of listModelNames(model)) {
    const input = findPrice({ input_tokens: MILLION }, name, connection);
    const output = findPrice({ output_tokens: MILLION }, name, connection);
    if (input && output)
      return {
        contextLength: input.model.context_window ?? null,
        price: { input: input.total_price, output: output.total_price },
      };
  }
  return { contextLength: null, price: null };
}

type Usage = Parameters<typeof calcPrice>[0];

// Prices differ between providers of one model, so that the connection's own come first.
const findPrice = (usage: Usage, name: string, connection: string) =>
  calcPrice(usage, name, { providerId: connection }) ?? calcPrice(usage, name);
