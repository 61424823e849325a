import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const IMPORT_SOURCES = {
  chatgpt: { name: "ChatGPT" },
  claude: { name: "Claude" },
  open_webui: { name: "Open WebUI" },
  librechat: { name: "LibreChat" },
} as const;
export type ImportSource = keyof typeof IMPORT_SOURCES;

export const IMPORT_PARTS = ["chats", "files", "projects", "assistants"] as const;
export type ImportPart = (typeof IMPORT_PARTS)[number];

export const endpoints = {
  startImport: post("/imports", { files: "file" }),
  listImports: get("/imports"),
  chooseImportParts: post("/imports/{id}/start"),
  listImportItems: get("/imports/{id}/items"),
  cancelImport: post("/imports/{id}/cancel"),
};
export const importsApi: Client<typeof contract.importsApi, typeof endpoints> = endpoints;
