import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { foldersQuery } from "@/components/data/documents";
import { Library } from "@/components/documents/library/library";
import { createTitleMetadata } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("documents", "title");

export default async function DocumentsPage({
  searchParams,
}: {
  searchParams: Promise<{ folder?: string | string[] }>;
}) {
  const viewer = await requireViewer();
  const { folder } = await searchParams;
  const client = new QueryClient();
  client.setQueryData(foldersQuery().queryKey, await services().listFolders(viewer, undefined));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Library folder={typeof folder === "string" ? folder : ""} />
    </HydrationBoundary>
  );
}
