import { z } from "zod";
import { get } from "@/lib/api/contract";

const text = { access: "anyone" as const, returns: z.string(), types: ["text/plain"] };

export const wellKnownApi = {
  getRobotsRules: get("/robots.txt", {
    summary: "Get the rules for crawlers",
    description:
      "RFC 9309, served at the root of the installation. The workspace is closed to crawlers; the pages of public chats say themselves whether they may be listed.",
    ...text,
  }),
  getLlmsText: get("/llms.txt", {
    summary: "Get an overview of this installation for language models",
    description: "Markdown (https://llmstxt.org), served at the root of the installation.",
    ...text,
  }),
  getSecurityContact: get("/.well-known/security.txt", {
    summary: "Get whom to tell of a vulnerability",
    description:
      "RFC 9116, served at the root of the installation and at `/security.txt`. Returns 404 if `SECURITY_CONTACT` is not set.",
    ...text,
  }),
};
