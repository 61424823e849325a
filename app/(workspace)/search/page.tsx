import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import type { Author, ChatOrProject } from "@/components/search/filters";
import { SearchPage } from "@/components/search/search-page";

export const generateMetadata = createTitleMetadata("search", "title");

type Query = Record<string, string | string[] | undefined>;
type Viewer = Awaited<ReturnType<typeof requireViewer>>;

/**
 * Query: `?q=` is the search, `?kind=` limits the kind of results, and the others are filters: `?chat=` and `?project=`
 * (UUIDs), `?from=user-12` or `?from=assistant-3`, `?has=file`, `?after=` and `?before=` (days).
 */
export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const viewer = await requireViewer();
  const query = await searchParams;
  const named = { from: await findAuthor(viewer, query), in: await findPlace(viewer, query) };
  return (
    <Translations of={["search"]}>
      <SearchPage key={JSON.stringify(query)} named={named} />
    </Translations>
  );
}

const isUuid = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

async function findPlace(viewer: Viewer, { chat, project }: Query): Promise<ChatOrProject | undefined> {
  const missing = () => undefined;
  if (isUuid(chat)) {
    const found = await services().getChatFor(viewer, chat).catch(missing);
    return found && { kind: "chat", uuid: found.chat.uuid, name: found.chat.name };
  }
  if (!isUuid(project)) return undefined;
  const found = await services().getWorkspace(viewer, project).catch(missing);
  return found && { kind: "project", uuid: found.uuid, name: found.name };
}

async function findAuthor(viewer: Viewer, { from }: Query): Promise<Author | undefined> {
  const [, kind, digits] = (typeof from === "string" && /^(user|assistant)-(\d{1,9})$/.exec(from)) || [];
  const id = Number(digits);
  if (kind === "user") {
    const member = await services()
      .getGroupMember(viewer, viewer.group.id, id)
      .catch(() => undefined);
    return member && { kind, id, name: member.full_name };
  }
  if (kind !== "assistant") return undefined;
  const { items } = await services().listMiniAssistants(viewer, { page: 1, page_size: 100 });
  const assistant = items.find((each) => each.id === id);
  return assistant && { kind, id, name: assistant.name };
}
