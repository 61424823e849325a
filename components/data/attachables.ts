import type { QueryClient } from "@tanstack/react-query";
import { buildPath, call, createUnreachableError, toApiError } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import { messagesApi } from "@/lib/chat/messages/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { chatCollectionsApi, collectionsApi } from "@/lib/knowledge/collections/operations";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { webApi } from "@/lib/replies/web/operations";
import { type DocumentItem, fetchFile, refreshDocuments, type Stored } from "./documents";

/** A source of an attachment, beside files of the device. */
export type Attachable = { name: string } & (
  | { kind: "document"; document: Stored; namesake?: Namesake }
  | { kind: "collection"; id: number }
  | { kind: "chat"; uuid: string }
  | { kind: "page"; address: string }
);

export type Namesake = { folder: string; project: string | undefined; createdAt: string };

const SHOWN_OF_EACH = 5;

/**
 * Lists documents, collections and chats by a part of their names, or the web page with an address.
 * @throws ApiError
 */
export async function listAttachables(typed: string, signal: AbortSignal): Promise<Attachable[]> {
  const address = toAddress(typed);
  if (address) return [{ kind: "page", name: typed, address }];
  const search = typed || undefined;
  const [documents, collections, chats] = await Promise.all([
    call(documentsApi.listDocuments, { query: { search, page_size: SHOWN_OF_EACH }, signal }),
    call(collectionsApi.listCollections, { query: { search, page_size: SHOWN_OF_EACH }, signal }),
    call(chatsApi.listChats, {
      query: { search, page_size: SHOWN_OF_EACH, show_chats_in_workspace: true },
      signal,
    }),
  ]);
  const namesakes = await describeNamesakes(documents, signal);
  return [
    ...documents.map(({ id, file_name, mime_type }) => ({
      kind: "document" as const,
      name: file_name,
      document: { document_id: id, file_name, mime_type },
      namesake: namesakes.get(id),
    })),
    ...collections.map(({ id, name }) => ({ kind: "collection" as const, name, id })),
    ...chats.map(({ uuid, name }) => ({ kind: "chat" as const, name, uuid })),
  ];
}

async function describeNamesakes(
  documents: DocumentItem[],
  signal: AbortSignal,
): Promise<Map<number, Namesake>> {
  const namesakes = documents.filter(({ id, file_name }) =>
    documents.some((other) => other.id !== id && other.file_name === file_name),
  );
  const projects = namesakes.some(({ chat_workspace_id }) => chat_workspace_id !== null)
    ? await call(chatWorkspacesApi.listWorkspaces, { signal })
    : [];
  return new Map(
    namesakes.map(({ id, folder, chat_workspace_id, created_at }) => [
      id,
      {
        folder,
        project: projects.find((project) => project.id === chat_workspace_id)?.name,
        createdAt: created_at,
      },
    ]),
  );
}

function toAddress(typed: string): string | undefined {
  if (!/^(https?:\/\/|www\.)\S+\.\S/i.test(typed)) return undefined;
  const address = /^www\./i.test(typed) ? `https://${typed}` : typed;
  return URL.canParse(address) ? address : undefined;
}

type FileSource = Exclude<Attachable, { kind: "collection" }>;

/**
 * Fetches a document, a chat as Markdown, or the text of a web page as a file.
 * @throws ApiError
 */
export async function fetchAttachable(source: FileSource, signal: AbortSignal): Promise<File> {
  if (source.kind === "document") return fetchFile(source.document, signal);
  if (source.kind === "page") {
    const { url, title, text } = await call(webApi.readWebPage, { body: { url: source.address }, signal });
    const name = toFileName(title || new URL(url).host);
    return new File([`# ${title}\n\n${url}\n\n${text}\n`], `${name}.md`, { type: "text/markdown" });
  }
  const path = buildPath(messagesApi.exportChat, { params: { chat_id: source.uuid } });
  const answer = await fetch(path, { signal }).catch((error) => {
    throw signal.aborted ? error : createUnreachableError();
  });
  if (!answer.ok) throw await toApiError(answer);
  return new File([await answer.blob()], `${toFileName(source.name)}.md`, { type: "text/markdown" });
}

const MAX_NAME_LENGTH = 100;
const toFileName = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || "chat";

export async function setCollection(
  client: QueryClient,
  params: { chat_id: number; collection_id: number },
  isAttached: boolean,
): Promise<void> {
  await call(chatCollectionsApi[isAttached ? "attachCollection" : "detachCollection"], { params });
  await refreshDocuments(client);
}
