import type { Metadata } from "next";
import { Frame } from "@/components/docs/frame";
import { Overview } from "@/components/docs/overview";
import { chosenLanguage, outline, recordings } from "./reference";

export const metadata: Metadata = { title: "API reference" };
/** Rendered for each request, because its scripts carry that request's nonce. */
export const dynamic = "force-dynamic";

export default async function DocsPage() {
  const { groups } = outline();
  return (
    <Frame language={await chosenLanguage()} groups={groups.map(({ tag, slug }) => ({ tag, slug }))}>
      <Overview outline={outline()} recordings={recordings} />
    </Frame>
  );
}
