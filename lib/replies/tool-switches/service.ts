import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import {
  type SwitchableTools,
  switchableNames,
  switchableTools,
  tools,
  toServerSwitch,
} from "@/lib/chat/assistant-tools/settings";
import * as assistants from "@/lib/chat/assistants/service";
import { getChatFor } from "@/lib/chat/chats/service";
import { hasDocuments } from "@/lib/knowledge/search/service";
import { pictures } from "@/lib/llm/providers/service";
import { notFound } from "@/lib/platform/errors";
import { listTools } from "@/lib/replies/mcp-client/service";
import { getWebAccess } from "@/lib/replies/web/service";

export async function listToolSwitches(viewer: Viewer, id: number, chat?: Reference) {
  const [assistant] = await assistants.listUsableByIds(viewer, [id]);
  if (!assistant) throw notFound("Assistant");
  const groupId = viewer.group.id;
  const [web, pictureModel, outside, hasFiles] = await Promise.all([
    getWebAccess(groupId),
    pictures.findPictureModel(groupId),
    listTools(groupId, id),
    reachesDocuments(viewer, assistant, chat),
  ]);
  const isSetUp: Record<SwitchableTools, boolean> = {
    web: web.reads || web.searches,
    calculation: true,
    pictures: pictureModel !== null,
  };
  const servers = new Map(outside.map(({ serverId, server }) => [toServerSwitch(serverId), server]));
  return [
    ...switchableNames
      .filter((name) => isSetUp[name] && mayUse(assistant.tools, name))
      .map((key) => ({
        key,
        server: null,
        is_on_by_default: key !== "calculation" || assistant.tools !== null || hasFiles,
      })),
    ...[...servers].map(([key, server]) => ({ key, server, is_on_by_default: true })),
  ];
}

async function reachesDocuments(viewer: Viewer, { knowledge }: Assistant, reference?: Reference) {
  if (reference === undefined) return knowledge.documentIds.length + knowledge.collectionIds.length > 0;
  const { chat } = await getChatFor(viewer, reference);
  return hasDocuments({ ...chat, knowledge }, { groupId: viewer.group.id, userId: viewer.user.id });
}

type Assistant = Awaited<ReturnType<typeof assistants.listUsableByIds>>[number];

const mayUse = (allowed: string[] | null, name: SwitchableTools): boolean =>
  allowed === null ||
  Object.entries(tools).some(([tool, group]) => group === switchableTools[name] && allowed.includes(tool));
