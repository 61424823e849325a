import { z } from "zod";
import { jsonInteger } from "@/lib/api/fields";
import * as web from "@/lib/replies/web/service";
import { listAddresses } from "../urls";
import { citePassages, MAX_EXCERPT_LENGTH } from "./cite-passages";
import { tool } from "./definition";
import { requireKnownAddress, toSource } from "./web-access";

export const readPage = tool({
  description:
    "Read a page of the web or a PDF from its beginning or from `offset`. Only addresses that people, searches or pages gave.",
  input: z.object({
    address: z.string().trim().min(1).max(2000).describe("The address of the page, with https://."),
    offset: jsonInteger(0).default(0).describe("Characters to skip."),
  }),
  kind: "read",
  label: "Reading a page",
  about: ({ address, offset }) => `${address}${offset > 0 ? `, from character ${offset}` : ""}`,
  applies: ({ web }) => web.reads,
  run: async (_, { address, offset }, setting, { signal }) => {
    const page = await web.readPage(setting.chat.groupId, requireKnownAddress(address, setting), signal);
    const text = page.text.slice(offset, offset + MAX_EXCERPT_LENGTH);
    if (text === "") return { text: `The page has ${page.text.length} characters.` };
    setting.given.push(...listAddresses(page.url), ...listAddresses(text));
    const next = offset + text.length;
    const rest = next < page.text.length ? `Go on at ${next}.` : "That is its end.";
    return {
      text: `${citePassages([toSource({ ...page, text })], setting, MAX_EXCERPT_LENGTH).text}\n\n${rest}`,
    };
  },
});
