import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { collectionQuery } from "@/components/data/documents";
import { CollectionPage } from "@/components/documents/collection-page";
import { get } from "@/lib/knowledge/collections/service";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Collection" };

export default async function OneCollectionPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const collection = await get(viewer, Number(id)).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  });
  const client = new QueryClient();
  client.setQueryData(collectionQuery(collection.id).queryKey, collection);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CollectionPage key={collection.id} id={collection.id} />
    </HydrationBoundary>
  );
}
