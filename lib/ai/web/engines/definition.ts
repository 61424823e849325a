import type { Outgoing } from "@/lib/platform/egress/service";
import type { SearchEngineForm } from "../contract";

/** How an engine is reached. */
export type EngineConnection = {
  baseUrl?: string;
  key?: string;
  engineId?: string;
  allowsPrivate: boolean;
};

/** All that Parley knows of an engine that searches the web, but its name (`contract.ts`). */
export type SearchEngine = {
  form: SearchEngineForm;
  /** What asks for this; the connection has what `form` says is needed. */
  request: (
    query: string,
    count: number,
    connection: EngineConnection,
  ) => { url: string } & Pick<Outgoing, "method" | "headers" | "body">;
  /** Where in the answer the results are, and what the fields of one are called. */
  results: { at: string[]; title: string; url: string; text: string };
  /** Why it refuses with this status, a sentence, where that isn't what others mean by it. */
  refusal?: (status: number) => string | undefined;
};

/** An address with a query. */
export const asking = (address: string, query: Record<string, string>) =>
  `${address.replace(/\/+$/, "")}?${new URLSearchParams(query)}`;
