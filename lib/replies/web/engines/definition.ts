import type { Outgoing } from "@/lib/platform/egress/service";
import type { SearchEngineForm } from "../contract";

export type EngineConnection = {
  baseUrl?: string;
  key?: string;
  engineId?: string;
  allowsPrivate: boolean;
};

export type SearchEngine = {
  form: SearchEngineForm;
  /** Builds the request. The connection has the fields that `form` requires. */
  request: (
    query: string,
    count: number,
    connection: EngineConnection,
  ) => { url: string } & Pick<Outgoing, "method" | "headers" | "body">;
  results: { at: string[]; title: string; url: string; text: string };
  refusal?: (status: number) => string | undefined;
};

export const buildSearchRequest = (address: string, query: Record<string, string>) =>
  `${address.replace(/\/+$/, "")}?${new URLSearchParams(query)}`;
