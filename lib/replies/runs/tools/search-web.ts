import { z } from "zod";
import * as web from "@/lib/replies/web/service";
import { listAddresses } from "../urls";
import { citePassages } from "./cite-passages";
import { tool } from "./definition";
import { toSource, toWebAccessOwner } from "./web-access";

export const searchWeb = tool({
  description:
    "Search the web, for what may have changed or is not in this chat. Gives addresses with excerpts; read_page reads more of one.",
  input: z.object({
    query: z.string().trim().min(1).max(400).describe("What to look for, as one asks a search engine."),
  }),
  kind: "search",
  label: "Searching the web",
  about: (input) => input.query,
  applies: ({ web }) => web.searches,
  run: async (viewer, { query }, setting, { signal }) => {
    const hits = await web.search(toWebAccessOwner(viewer, setting), query, signal);
    const answer = citePassages(hits.map(toSource), setting);
    setting.given.push(...hits.flatMap(({ url }) => listAddresses(url)));
    return answer;
  },
});
