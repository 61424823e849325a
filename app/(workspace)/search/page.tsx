import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { SearchPage } from "@/components/search/search-page";

export const generateMetadata = createTitleMetadata("search", "title");

type SearchPageProps = { searchParams: Promise<Record<string, string | string[]>> };

/** Query: `?q=` is the search, `?kind=` limits the kind of results, `?chat=` the chat. */
export default async function Page({ searchParams }: SearchPageProps) {
  const viewer = await requireViewer();
  const { q, chat: uuid } = await searchParams;
  const isUuid = typeof uuid === "string" && /^[0-9a-f-]{36}$/i.test(uuid);
  const found = isUuid
    ? await services()
        .getChatFor(viewer, uuid)
        .catch(() => undefined)
    : undefined;
  return (
    <Translations of={["search"]}>
      <SearchPage key={`${q} ${uuid}`} chat={found && { uuid: found.chat.uuid, name: found.chat.name }} />
    </Translations>
  );
}
