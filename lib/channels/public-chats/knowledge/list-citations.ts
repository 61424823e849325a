import type { listRows } from "@/lib/chat/messages/service";
import { listCitedNumbers } from "@/lib/platform/thread/citations";

type CitingMessage = Pick<
  Awaited<ReturnType<typeof listRows>>[number]["message"],
  "userType" | "text" | "extra"
>;
type Citation = {
  n: number;
  document_id: number;
  title: string;
  page: number | null;
  start: number;
  length: number;
};

/** Returns the citations that the reply's text uses. Visitors must not see unused ones. */
export function listCitations({ userType, text, extra }: CitingMessage): Citation[] {
  if (userType !== "assistant" || !Array.isArray(extra?.citations)) return [];
  const numbers = listCitedNumbers(text);
  return (extra.citations as Partial<Citation>[]).filter(
    (citation): citation is Citation =>
      numbers.has(citation.n ?? 0) &&
      typeof citation.document_id === "number" &&
      typeof citation.start === "number" &&
      typeof citation.length === "number",
  );
}
