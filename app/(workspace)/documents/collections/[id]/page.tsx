import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { parseId, showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { collectionQuery } from "@/components/data/documents";
import { CollectionPage } from "@/components/documents/library/collection-page";
import { createTitleMetadata } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("collections", "collection");

export default async function OneCollectionPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  const collection = await showNotFound(services().getCollection(viewer, parseId(id)));
  const client = new QueryClient();
  client.setQueryData(collectionQuery(collection.id).queryKey, collection);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CollectionPage key={collection.id} id={collection.id} />
    </HydrationBoundary>
  );
}
