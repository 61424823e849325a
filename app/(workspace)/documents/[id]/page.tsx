import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { parseId, showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { documentQuery } from "@/components/data/documents";
import { DocumentPage } from "@/components/documents/viewer/document-page";
import { createTitleMetadata } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("documents", "document");

type OneDocumentPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
};

/**
 * Query: `?page=3` opens a page, `?passage=1200-340` highlights 340 characters from offset 1200, `?seconds=62.5`
 * starts playback there.
 */
export default async function OneDocumentPage({ params, searchParams }: OneDocumentPageProps) {
  const viewer = await requireViewer();
  const [{ id }, asked] = await Promise.all([params, searchParams]);
  const document = await showNotFound(services().getDocument(viewer, parseId(id)));
  const chat =
    document.chat_id === null ? undefined : (await services().getChatFor(viewer, document.chat_id)).chat.uuid;
  const page = /^\d{1,6}$/.exec(String(asked.page))?.[0];
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.exec(String(asked.seconds))?.[0];
  const passage = /^(\d{1,9})-(\d{1,6})$/.exec(String(asked.passage));
  const place = {
    page: page === undefined ? undefined : Number(page),
    seconds: seconds === undefined ? undefined : Number(seconds),
    passage: passage ? { start: Number(passage[1]), length: Number(passage[2]) } : undefined,
  };
  const client = new QueryClient();
  client.setQueryData(documentQuery(document.id).queryKey, document);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DocumentPage key={document.id} id={document.id} chat={chat} place={place} />
    </HydrationBoundary>
  );
}
