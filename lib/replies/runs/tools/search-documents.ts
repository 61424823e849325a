import { z } from "zod";
import { findDocumentPassages } from "@/lib/knowledge/search/service";
import { citePassages, query } from "./cite-passages";
import { tool } from "./definition";

export const searchDocuments = tool({
  description:
    "Search the documents of this chat and its collections, by meaning and words. For more than the passages that you have been given.",
  input: z.object({ query }),
  kind: "search",
  label: "Searching documents",
  about: (input) => input.query,
  applies: ({ has }) => has.documents,
  run: async (_, input, setting) =>
    citePassages(await findDocumentPassages(setting.chat, setting.audience, input.query), setting),
});
