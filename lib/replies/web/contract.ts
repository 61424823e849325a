import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { serverAddress, timestamp } from "@/lib/api/fields";
import { endpoints } from "./operations";

/**
 * Web search engines in the order in which they are offered. Each has a definition in `engines/`, which the browser
 * does not load. The code does not compile when a definition is missing.
 */
export const SEARCH_ENGINES = {
  searxng: "SearXNG",
  brave: "Brave Search",
  tavily: "Tavily",
  google: "Google Programmable Search",
};
export type SearchEngineName = keyof typeof SEARCH_ENGINES;
export const SEARCH_ENGINE_NAMES = Object.keys(SEARCH_ENGINES) as SearchEngineName[];

type Need = "needed" | "none";
export type SearchEngineForm = { address: Need; key: Need; engineId: Need };
export type SearchEngineKind = SearchEngineForm & { engine: SearchEngineName; label: string };

const Engine = z.enum(SEARCH_ENGINE_NAMES);

const WebAccess = z
  .object({
    read_pages: z.boolean().describe("Assistants may read pages whose address they were given."),
    search: z.boolean().describe("Assistants may search the web."),
    engine: Engine.nullable(),
    base_url: z.string().nullable(),
    engine_id: z.string().nullable(),
    has_key: z.boolean(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: "WebAccess" });
const plain = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x20-\x7e]*$/, "Must be plain text.");
export const WebAccessInput = z
  .object({
    read_pages: z.boolean().default(false),
    search: z.boolean().default(false).describe("Requires an engine."),
    engine: Engine.nullish(),
    base_url: serverAddress
      .nullish()
      .describe(
        "Of a server of your own. Private addresses are refused unless `ALLOW_PRIVATE_ADDRESSES` lists them.",
      ),
    engine_id: plain.nullish().describe("Google's ID of a search engine."),
    api_key: plain
      .nullish()
      .describe("Absent: keeps the stored key of this engine and address. Null: removes it."),
  })
  .meta({ id: "WebAccessInput" });
const SearchTest = z
  .object({
    ok: z.boolean(),
    message: z.string(),
    results: z.array(z.object({ title: z.string(), url: z.string() })),
  })
  .meta({ id: "WebSearchTest" });

const WebPage = z
  .object({
    url: z.string().describe("After redirects."),
    title: z.string(),
    text: z.string().describe("As Markdown, without the navigation around it."),
  })
  .meta({ id: "WebPage" });

export const webApi = {
  getWebAccess: operation(endpoints.getWebAccess, {
    summary: "Get how this group's assistants use the web",
    description: "Requires an owner or admin. Never includes the key.",
    returns: WebAccess,
  }),
  setWebAccess: operation(endpoints.setWebAccess, {
    summary: "Set how this group's assistants use the web",
    description: "Requires an owner or admin. Everything is off until then.",
    body: json(WebAccessInput),
    returns: WebAccess,
  }),
  testWebSearch: operation(endpoints.testWebSearch, {
    summary: "Test a search engine",
    description: "Searches with the values you send, and the stored key if you send none. Stores nothing.",
    body: json(WebAccessInput),
    returns: SearchTest,
    allowance: "heavy",
  }),
  readWebPage: operation(endpoints.readWebPage, {
    summary: "Read a page of the web",
    description:
      "Returns the text of a page, a PDF or a text, to attach it to a message. Returns 403 unless the group reads pages.",
    body: json(z.object({ url: z.string().max(4000) }).meta({ id: "WebPageRequest" })),
    returns: WebPage,
    allowance: "heavy",
  }),
};
