import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  type Prompt,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { toPlainName } from "@/lib/platform/plain-name";
import type { StoredMcpPrompt, StoredMcpResource, StoredMcpTool } from "./queries";

export type Offers = {
  tools: StoredMcpTool[];
  resources: StoredMcpResource[];
  prompts: StoredMcpPrompt[];
};

const MAX_LISTED = 200;
const MAX_DESCRIPTION_LENGTH = 4000;
const MAX_SCHEMA_LENGTH = 50_000;

/**
 * Lists everything a connected server offers. Failures to list resources or prompts are ignored, so that the tools
 * remain usable.
 */
export async function fetchOffers(client: Client, options: RequestOptions): Promise<Offers> {
  const has = client.getServerCapabilities() ?? {};
  // Sent as a raw request: `listTools` would compile the output schemas, which are not used here.
  const tools = await all(async (params) => {
    const page = await client.request({ method: "tools/list", params }, ListToolsResultSchema, options);
    return { items: page.tools, nextCursor: page.nextCursor };
  });
  const further = async <T>(
    isThere: unknown,
    read: (params: Cursor) => Promise<CursorPage<T>>,
  ): Promise<T[]> =>
    isThere
      ? all(read).catch((error) => {
          if (options.signal?.aborted) throw error;
          return [];
        })
      : [];
  const resources = await further(has.resources, async (params) => {
    const asked = { method: "resources/list" as const, params };
    const page = await client.request(asked, ListResourcesResultSchema, options);
    return { items: page.resources, nextCursor: page.nextCursor };
  });
  const templates = await further(has.resources, async (params) => {
    const asked = { method: "resources/templates/list" as const, params };
    const page = await client.request(asked, ListResourceTemplatesResultSchema, options);
    const items = page.resourceTemplates.map((one) => ({ ...one, uri: one.uriTemplate }));
    return { items, nextCursor: page.nextCursor };
  });
  const prompts = await further(has.prompts, async (params) => {
    const page = await client.request({ method: "prompts/list", params }, ListPromptsResultSchema, options);
    return { items: page.prompts, nextCursor: page.nextCursor };
  });
  return {
    tools: tools.flatMap((tool) => storedTool(tool) ?? []),
    // Templates come first, because the list is cut and one template covers many resources.
    resources: [...templates, ...resources].slice(0, MAX_LISTED).flatMap((one) => storedResource(one) ?? []),
    prompts: prompts.flatMap((one) => storedPrompt(one) ?? []),
  };
}

type Cursor = { cursor?: string };
type CursorPage<T> = { items: T[]; nextCursor?: string };

async function all<T>(read: (params: Cursor) => Promise<CursorPage<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    items.push(...page.items);
    cursor = page.nextCursor === cursor || page.items.length === 0 ? undefined : page.nextCursor;
  } while (cursor !== undefined && items.length < MAX_LISTED);
  return items.slice(0, MAX_LISTED);
}

export const clean = (text: string, most: number): string =>
  toPlainName(text).slice(0, most).replaceAll("\0", "").toWellFormed();
const cleanOr = (text: string | undefined, most: number) => clean(text ?? "", most) || null;

function storedTool({ name, title, description, inputSchema, annotations }: Tool): StoredMcpTool | undefined {
  const schema = JSON.stringify(inputSchema).replaceAll("\\u0000", "").toWellFormed();
  if (name.length === 0 || name.length > 200 || schema.length > MAX_SCHEMA_LENGTH) return undefined;
  const { $schema: _, ...parameters } = JSON.parse(schema) as Record<string, unknown>;
  return {
    name: clean(name, 200),
    title: cleanOr(title ?? annotations?.title, 200),
    description: clean(description ?? "", MAX_DESCRIPTION_LENGTH),
    parameters,
    is_read_only: annotations?.readOnlyHint === true,
  };
}

type ListedResource = { uri: string; name: string; title?: string; description?: string; mimeType?: string };

function storedResource({
  uri,
  name,
  title,
  description,
  mimeType,
}: ListedResource): StoredMcpResource | undefined {
  if (uri.length === 0 || uri.length > 1000) return undefined;
  return {
    uri: clean(uri, 1000),
    name: clean(name, 200),
    title: cleanOr(title, 200),
    description: cleanOr(description, 500),
    mime_type: cleanOr(mimeType, 100),
  };
}

function storedPrompt({
  name,
  title,
  description,
  arguments: given = [],
}: Prompt): StoredMcpPrompt | undefined {
  if (name.length === 0 || name.length > 200 || given.length > 20) return undefined;
  return {
    name: clean(name, 200),
    title: cleanOr(title, 200),
    description: cleanOr(description, 500),
    arguments: given.map((one) => ({
      name: clean(one.name, 100),
      description: cleanOr(one.description, 300),
      is_required: one.required === true,
    })),
  };
}
