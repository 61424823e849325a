import { createTitleMetadata } from "@/components/i18n/server";
import { Frame } from "@/components/reference/frame";
import { Overview } from "@/components/reference/overview";
import { getChosenLanguage, getOutline, recordings } from "./reference";

export const generateMetadata = createTitleMetadata("docs", "title");
/** Rendered per request, because its scripts carry the request's CSP nonce. */
export const dynamic = "force-dynamic";

export default async function DocsPage() {
  const { groups } = getOutline();
  return (
    <Frame language={await getChosenLanguage()} groups={groups.map(({ tag, slug }) => ({ tag, slug }))}>
      <Overview outline={getOutline()} recordings={recordings} />
    </Frame>
  );
}
