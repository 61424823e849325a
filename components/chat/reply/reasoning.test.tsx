import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/words";
import { compileWords } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import { Reasoning } from "./reasoning";

async function line(language: "en" | "pl", text: string): Promise<string> {
  const words = await compileWords(language, ["chatReplies"]);
  const step = {
    kind: "search" as const,
    label: "Searched documents",
    description_md: text,
    right_text: "254 ms",
    metadata: null,
    id: null,
    emoji: null,
    step_type: "reasoning" as const,
    order: 0,
    children: null,
    created_at: "2026-11-24T12:00:00.000Z",
  };
  const html = renderToStaticMarkup(
    <TranslationsProvider reader={toReader(language)} words={words}>
      <Reasoning steps={[step]} />
    </TranslationsProvider>,
  );
  return html.replace(/<[^>]+>/g, "");
}

test.each([
  ["Found 1 passage of 1 document.", "1 passage from 1 document", "1 fragment z 1 dokumentu"],
  ["Found 3 passages of 2 documents.", "3 passages from 2 documents", "3 fragmenty z 2 dokumentów"],
  ["Found 5 messages.", "5 messages", "5 wiadomości"],
  [
    "Found 2 passages of 1 document and 1 message.",
    "2 passages from 1 document and 1 message",
    "2 fragmenty z 1 dokumentu i 1 wiadomość",
  ],
])("the search summary “%s” is translated to the reader's language", async (found, english, polish) => {
  expect(await line("en", found)).toBe(`Searched documents: ${english} · 254 ms`);
  expect(await line("pl", found)).toContain(`: ${polish} · 254 ms`);
});
