import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "@/components/i18n/server";
import { Frame } from "@/components/reference/frame";
import { Group } from "@/components/reference/group";
import { findSchemaPlaces, getChosenLanguage, getOutline, getRecordedExamples } from "../reference";

/** Rendered per request, because its scripts carry the request's CSP nonce. */
export const dynamic = "force-dynamic";

type GroupPageProps = { params: Promise<{ group: string }> };

export async function generateMetadata({ params }: GroupPageProps): Promise<Metadata> {
  const [t, { tag }] = await Promise.all([getTranslations("docs"), groupIn(params)]);
  return { title: t("groupTitle", { group: tag }) };
}

export default async function GroupPage({ params }: GroupPageProps) {
  const { groups, server } = getOutline();
  const group = await groupIn(params);
  const operations = group.operations.map(({ id, method, summary }) => ({ id, method, summary }));
  return (
    <Frame
      key={group.slug}
      language={await getChosenLanguage()}
      groups={groups.map(({ tag, slug }) => ({ tag, slug }))}
      open={{ slug: group.slug, operations }}
    >
      <Group
        group={group}
        recorded={getRecordedExamples(group)}
        server={server}
        places={findSchemaPlaces(group)}
      />
    </Frame>
  );
}

async function groupIn(params: GroupPageProps["params"]) {
  const { group } = await params;
  return getOutline().groups.find(({ slug }) => slug === group) ?? notFound();
}
