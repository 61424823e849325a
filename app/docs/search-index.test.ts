import { expect, it } from "vitest";
import { routes } from "@/app/api/v1/table";
import { type ApiDocument, buildOutline } from "@/components/reference/outline";
import { buildSearchIndex, findAnchorUrl, searchOperations } from "@/components/reference/search-index";
import { buildOpenApiDocument } from "@/lib/api/openapi";

const outline = buildOutline(
  buildOpenApiDocument(routes, "https://parley.example") as unknown as ApiDocument,
);
const index = buildSearchIndex(outline);
const idsFor = (text: string) => searchOperations(index, text).map(({ id }) => id);

it("the search finds operations by name, method and path, id and field, and ranks names first", () => {
  expect(idsFor("create an api token")[0]).toBe("createApiToken");
  expect(idsFor("POST /users/me/api-tokens")).toEqual(["createApiToken"]);
  expect(idsFor("sendqueue")).toEqual(["sendQueue"]);
  expect(idsFor("replying_to_message_id")).toContain("sendMessage");
  expect(idsFor("search")[0]).toMatch(/search/i);
  expect(idsFor("mime_type")).toContain("getDocument");
});

it("the search requires every word, and finds nothing without words", () => {
  expect(idsFor("chat xylophone")).toEqual([]);
  expect(idsFor("  ")).toEqual([]);
  expect(idsFor('"] { } </style>')).toEqual([]);
});

it("the search index resolves anchors of the former single page", () => {
  expect(findAnchorUrl(index, "sendMessage")).toBe("/docs/messages#sendMessage");
  expect(findAnchorUrl(index, "tag-public-chats:-team")).toBe("/docs/public-chats-team");
  expect(findAnchorUrl(index, "tag-e-mail-into-chats")).toBe("/docs/e-mail-into-chats");
  for (const [name, place] of Object.entries(outline.places))
    expect(findAnchorUrl(index, `schema-${name}`)).toBe(`${place}#schema-${name}`);
  for (const anchor of ["none", "schema-None", "tag-none", "constructor", "schema-", "tag-"])
    expect(findAnchorUrl(index, anchor), anchor).toBeUndefined();
});
