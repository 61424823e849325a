import { requireViewer } from "@/app/viewer";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { SignedIn } from "@/components/settings/mcp/signed-in";

export const generateMetadata = createTitleMetadata("settings", "tools");

/** OAuth redirect URI of MCP servers. */
export default async function SignedInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requireViewer();
  const { state, code } = await searchParams;
  const given = typeof state === "string" && typeof code === "string" ? { state, code } : undefined;
  return (
    <Translations of={["mcp"]}>
      <SignedIn given={given} />
    </Translations>
  );
}
