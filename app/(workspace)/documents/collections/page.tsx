import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { collectionsQuery } from "@/components/data/documents";
import { Collections } from "@/components/documents/library/collections";
import { createTitleMetadata } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("collections", "title");

export default async function CollectionsPage() {
  const viewer = await requireViewer();
  const { items } = await services().listCollections(viewer, { page: 1, page_size: 100 });
  const client = new QueryClient();
  client.setQueryData(collectionsQuery().queryKey, items);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Collections />
    </HydrationBoundary>
  );
}
