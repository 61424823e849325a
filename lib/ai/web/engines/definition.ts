import type { Outgoing } from "@/lib/platform/egress/service";
import type { SearchEngineForm } from "../contract";

export type EngineConnection = {
  baseUrl?: string;
  key?: string;
  engineId?: string;
  allowsPrivate: boolean;
};

/** Definition of a web search engine. */
export type SearchEngine = {
  form: SearchEngineForm;
  /** Builds the request. The connection has the fields that `form` requires. */
  request: (
    query: string,
    count: number,
    connection: EngineConnection,
  ) => { url: string } & Pick<Outgoing, "method" | "headers" | "body">;
  /** Path of the results in the response, and the names of their fields. */
  results: { at: string[]; title: string; url: string; text: string };
  /** Returns a sentence for a status whose meaning is specific to the engine. */
  refusal?: (status: number) => string | undefined;
};

/** Returns a URL with a query string. */
export const asking = (address: string, query: Record<string, string>) =>
  `${address.replace(/\/+$/, "")}?${new URLSearchParams(query)}`;
