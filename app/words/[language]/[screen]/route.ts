import { compileWords, isScreen } from "@/lib/platform/words/catalogue";
import { isLanguage } from "@/lib/platform/words/languages";

/** Translations of lazily loaded screens (`components/i18n/words.tsx`). Their address changes with each build. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ language: string; screen: string }> },
): Promise<Response> {
  const { language, screen } = await params;
  if (!isLanguage(language) || !isScreen(screen)) return new Response(null, { status: 404 });
  const words = await compileWords(language, [screen]);
  return Response.json(words[screen], {
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  });
}
