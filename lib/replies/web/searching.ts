import { Readable } from "node:stream";
import { z } from "zod";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { toStorableText } from "@/lib/platform/storable-text";
import { SEARCH_ENGINES, type SearchEngineName } from "./contract";
import type { EngineConnection, SearchEngine } from "./engines/definition";
import { engines } from "./engines/registry";

const MAX_HITS = 8;
const TIMEOUT_MS = 15_000;
const MB = 1024 * 1024;
const MAX_RESPONSE_MB = 2;
const PROGRAM: IntakeProgram = {
  path: "lib/replies/web/intake/results.mjs",
  lane: "checking",
  limits: { cpuSeconds: 5, seconds: 15, memoryMb: 256, inputMb: MAX_RESPONSE_MB, outputMb: 1, items: 1 },
};

const Hit = z.object({ title: z.string().max(300), url: z.url().max(5_000), text: z.string().max(1_000) });
export type Hit = z.output<typeof Hit>;
const Hits = z.array(Hit).max(MAX_HITS);

/**
 * Queries an engine.
 * @throws AppError with a message that names the engine; the reason of the signal
 */
export async function searchWith(
  name: SearchEngineName,
  connection: EngineConnection,
  query: string,
  groupId: string,
  signal?: AbortSignal,
): Promise<Hit[]> {
  const engine = engines[name];
  const failed = (why: string) =>
    new AppError("provider_failed", `${SEARCH_ENGINES[name]} can't be used: ${why}`);
  const { url, ...request } = engine.request(query, MAX_HITS, connection);
  try {
    const answer = await fetchOutside(url, {
      ...request,
      headers: { accept: "application/json", ...request.headers },
      allowPrivate: connection.allowsPrivate,
      // Does not follow redirects, because they could leak the key.
      redirects: 0,
      timeout: TIMEOUT_MS,
      largest: MAX_RESPONSE_MB * MB,
      signal,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw failed(getRefusal(engine, answer.status));
    return await readHits(engine, body, groupId, signal);
  } catch (error) {
    if (error instanceof EgressError || error instanceof IntakeError) throw failed(error.message);
    throw error;
  }
}

const readHits = ({ results: fields }: SearchEngine, body: Buffer, groupId: string, signal?: AbortSignal) =>
  withIntake(PROGRAM, groupId, { signal }, async (intake) => {
    await intake.put(Readable.from([body]));
    const hits = Hits.parse(await intake.call("readHits", { fields, maxHits: MAX_HITS }));
    return hits.map(({ title, url, text }) => ({
      title: toStorableText(title),
      url,
      text: toStorableText(text),
    }));
  });

function getRefusal({ refusal, form }: SearchEngine, status: number): string {
  const own = refusal?.(status);
  if (own) return own;
  if ((status === 401 || status === 403) && form.key === "needed") return "It refused the API key.";
  if (status === 429) return "It was asked too often, or its quota is used up. Try again later.";
  return `It answered with the status ${status}.`;
}
