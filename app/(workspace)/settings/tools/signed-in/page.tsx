import { requireViewer } from "@/app/viewer";
import { SignedIn } from "@/components/mcp/signed-in";
import { titled } from "@/components/words/server";

export const generateMetadata = titled("settings", "tools");

/** Where an MCP server sends the browser back to after a sign-in. */
export default async function SignedInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requireViewer();
  const { state, code } = await searchParams;
  const given = typeof state === "string" && typeof code === "string" ? { state, code } : undefined;
  return <SignedIn given={given} />;
}
