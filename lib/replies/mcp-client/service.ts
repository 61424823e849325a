import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { conflict, getErrorCode, invalid, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Paginated } from "@/lib/platform/pagination";
import { sqlState } from "@/lib/platform/sql-state";
import { listCatalogue } from "./catalogue";
import { listOffers, McpFailure } from "./client";
import type { McpServerCreate, McpServerUpdate } from "./contract";
import { encryptHeaders } from "./headers";
import * as oauth from "./oauth";
import * as present from "./present";
import * as queries from "./queries";
import { reachServer } from "./server-address";
import { invalidateTools } from "./tools";
import { findCommand } from "./transports";

export type { ElicitationAnswer } from "./elicitation";
export { fillPrompt, listOffered, readResourceFile } from "./prompts-and-resources";
export { listTools, type OutsideTool, toDisplayedToolName, use } from "./tools";

type ServerItem = ReturnType<typeof present.toServer>;

export async function list(
  viewer: Viewer,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<Paginated<ServerItem>> {
  access.authorize(viewer, "tools.connect");
  const groupId = viewer.group.id;
  const [rows, total] = await Promise.all([
    queries.listServers({ groupId, limit, offset: (page - 1) * limit }),
    queries.countServers({ groupId }),
  ]);
  return { items: await toServerItems(viewer, rows), total };
}

export function listKnownServers(viewer: Viewer) {
  access.authorize(viewer, "tools.connect");
  return listCatalogue();
}

async function toServerItems(viewer: Viewer, rows: queries.ServerRow[]): Promise<ServerItem[]> {
  if (rows.length === 0) return [];
  const using = await queries.listAssistants({ ids: rows.map(({ id }) => id), userId: viewer.user.id });
  return rows.map((row) => present.toServer(row, using));
}
const shownOne = async (viewer: Viewer, row: queries.ServerRow) => (await toServerItems(viewer, [row]))[0]!;

async function own(viewer: Viewer, id: number): Promise<queries.ServerRow> {
  const row = await queries.findServer({ groupId: viewer.group.id, id });
  if (!row) throw notFound("MCP server");
  access.authorize(viewer, "tools.connect");
  return row;
}

export const get = async (viewer: Viewer, id: number) => shownOne(viewer, await own(viewer, id));

const note = (viewer: Viewer, action: audit.AuditedAction, details: Record<string, string>) =>
  audit.record({ groupId: viewer.group.id, userId: viewer.user.id, action, details });

async function writeWithName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await transaction(write);
  } catch (error) {
    if (getErrorCode(error) === sqlState.uniqueViolation)
      throw conflict(`There is already an MCP server named ${name}.`);
    throw error;
  }
}

export async function create(viewer: Viewer, input: z.output<typeof McpServerCreate>, signal: AbortSignal) {
  access.authorize(viewer, "tools.connect");
  requireAddress(input.transport, input.url);
  const made = await writeWithName(input.name, async () => {
    await assertBelowCap("mcpServers", { groupId: viewer.group.id, userId: viewer.user.id });
    await note(viewer, "mcp_server_connected", { name: input.name, url: oauth.getOrigin(input.url) });
    return queries.insertServer({
      groupId: viewer.group.id,
      createdBy: viewer.user.id,
      name: input.name,
      transport: input.transport,
      url: input.url,
      encryptedHeaders: encryptHeaders(input.headers ?? {}),
      enabledTools: input.enabled_tools ?? [],
    });
  });
  const asked = await ask(made, signal);
  if (input.enabled_tools !== undefined) return shownOne(viewer, asked);
  const enabledTools = asked.tools.map(({ name }) => name);
  return shownOne(viewer, (await enable(made, enabledTools)) ?? asked);
}

/** @throws InvalidInput for an invalid URL, or a command that `MCP_COMMANDS` does not contain */
function requireAddress(transport: queries.ServerRow["transport"], url: string): void {
  if (transport === "command") {
    if (!findCommand(url)) throw invalid(["body", "url"], "Must be the name of a command in MCP_COMMANDS.");
  } else if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid(["body", "url"], "Must be an http or https address.");
}

async function enable({ groupId, id }: queries.ServerRow, enabledTools: string[]) {
  const row = await queries.updateServer({ groupId, id, values: { enabledTools } });
  invalidateTools();
  return row;
}

async function ask(row: queries.ServerRow, signal: AbortSignal): Promise<queries.ServerRow> {
  const { groupId, id } = row;
  try {
    const offers = await reachServer(row, (address) => listOffers(address, signal));
    return await keep({ groupId, id, offers, error: null });
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    return keep({ groupId, id, error: error.message });
  }
}

async function keep(answer: Parameters<typeof queries.storeListing>[0]): Promise<queries.ServerRow> {
  const row = await queries.storeListing(answer);
  invalidateTools();
  if (!row) throw notFound("MCP server");
  return row;
}

export const refresh = async (viewer: Viewer, id: number, signal: AbortSignal) =>
  shownOne(viewer, await ask(await own(viewer, id), signal));

export async function update(viewer: Viewer, id: number, change: z.output<typeof McpServerUpdate>) {
  const before = await own(viewer, id);
  if (change.url !== undefined) requireAddress(before.transport, change.url);
  // Headers and tokens are dropped when the origin changes, so that they are never sent elsewhere.
  const isMoved = change.url !== undefined && oauth.getOrigin(change.url) !== oauth.getOrigin(before.url);
  const headers = change.headers === undefined && !isMoved ? undefined : encryptHeaders(change.headers ?? {});
  const row = await writeWithName(change.name, async () => {
    await note(viewer, "mcp_server_changed", { name: before.name });
    return queries.updateServer({
      groupId: viewer.group.id,
      id,
      values: {
        name: change.name,
        url: change.url,
        encryptedHeaders: headers,
        ...(isMoved && { encryptedOauth: null }),
        enabledTools: change.enabled_tools,
        isEnabled: change.is_enabled,
      },
    });
  });
  invalidateTools();
  if (!row) throw notFound("MCP server");
  return shownOne(viewer, row);
}

export async function startSignIn(viewer: Viewer, id: number) {
  const row = await own(viewer, id);
  try {
    return { url: await oauth.start(row, viewer.user.id) };
  } catch (error) {
    log.warn({ err: error, server: id }, "a sign-in to an MCP server could not be started");
    throw conflict(
      "This server has no sign-in that Parley can use. If it gave you a token, enter it as a header.",
    );
  }
}

/**
 * Completes a sign-in and lists the server's tools.
 * @throws AppError not_found, forbidden, conflict when the sign-in has expired or the server rejects it
 */
export async function finishSignIn(
  viewer: Viewer,
  { state, code }: { state: string; code: string },
  signal: AbortSignal,
) {
  const over = conflict("This sign-in expired or belongs to another user. Start again.");
  const begun = oauth.decryptState(state);
  if (!begun || begun.user !== viewer.user.id || begun.group !== viewer.group.id) throw over;
  const row = await own(viewer, begun.server);
  const isDone = await oauth.finish(row, begun, code).catch((error) => {
    log.warn({ err: error, server: row.id }, "a sign-in to an MCP server failed");
    throw conflict("The server did not accept the sign-in. Start again.");
  });
  if (!isDone) throw over;
  await note(viewer, "mcp_server_changed", { name: row.name });
  const asked = await ask(await own(viewer, row.id), signal);
  // Enables all tools after the first sign-in, because nobody could see and choose tools before it.
  if (row.tools.length > 0) return shownOne(viewer, asked);
  const enabledTools = asked.tools.map(({ name }) => name);
  return shownOne(viewer, (await enable(row, enabledTools)) ?? asked);
}

export async function remove(viewer: Viewer, id: number) {
  await own(viewer, id);
  await transaction(async () => {
    const row = await queries.deleteServer({ groupId: viewer.group.id, id });
    if (!row) throw notFound("MCP server");
    invalidateTools();
    await note(viewer, "mcp_server_removed", { name: row.name });
  });
  return { success: true as const, message: "The MCP server was disconnected." };
}

async function pair(viewer: Viewer, assistantId: number, serverId: number) {
  await assistants.assertAssistant(viewer, assistantId);
  return own(viewer, serverId);
}

export async function attach(viewer: Viewer, assistantId: number, serverId: number) {
  const { name } = await pair(viewer, assistantId, serverId);
  await transaction(async () => {
    const isNew = await queries.attach({ assistantId, serverId });
    invalidateTools();
    if (isNew) await note(viewer, "mcp_server_attached", { name });
  });
  return { success: true as const, message: "The assistant may use the tools of this server." };
}

export async function detach(viewer: Viewer, assistantId: number, serverId: number) {
  const { name } = await pair(viewer, assistantId, serverId);
  await transaction(async () => {
    const was = await queries.detach({ assistantId, serverId });
    invalidateTools();
    if (!was) throw notFound("MCP server of this assistant");
    await note(viewer, "mcp_server_detached", { name });
  });
  return { success: true as const, message: "The assistant no longer uses this server." };
}
