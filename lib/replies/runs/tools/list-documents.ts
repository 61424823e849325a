import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as documents from "@/lib/knowledge/documents/service";
import { filterReadableDocuments, listDocumentsInReach } from "@/lib/knowledge/search/service";
import { type ToolContext, tool } from "./definition";

const MAX_LISTED = 100;

export const listDocuments = tool({
  description: "List the documents of this chat with their ids, to choose one to read.",
  input: z.object({}),
  kind: "search",
  label: "Listing documents",
  about: () => null,
  applies: ({ has }) => has.documents || has.media,
  run: async (viewer, _, setting) => {
    const items = await inReach(viewer, setting);
    const lines = items.map(({ id, file_name, folder, pages, status, mime_type, has_transcript }) =>
      JSON.stringify({
        ...{ id, file_name, folder, pages, status },
        ...(/^(audio|video)\//.test(mime_type) && { has_transcript }),
      }),
    );
    const text = [...new Set(lines)].join("\n");
    return { text: text || "There are none." };
  },
});

async function inReach(viewer: Viewer, { chat, audience }: ToolContext) {
  const { chatIds, collectionIds, documentIds, filesOfWorkspaceId } = await listDocumentsInReach(
    chat,
    audience,
  );
  const places = [
    ...chatIds.map((chat_id) => ({ chat_id })),
    ...collectionIds.map((collection_id) => ({ collection_id })),
    ...(filesOfWorkspaceId === undefined ? [] : [{ chat_workspace_id: filesOfWorkspaceId }]),
  ];
  const page = { sort: "name" as const, page: 1, page_size: MAX_LISTED };
  const lists = [];
  for (const place of places) lists.push((await documents.list(viewer, { ...place, ...page })).items);
  const known = documentIds.length > 0 ? await documents.getAll(viewer, documentIds) : [];
  const items = [...lists.flat(), ...known];
  // The viewer may read documents that another reader of the chat may not.
  const readable = new Set(await filterReadableDocuments({ audience, ids: items.map(({ id }) => id) }));
  return items.filter(({ id, chat_id }) => chat_id !== null || readable.has(id));
}
