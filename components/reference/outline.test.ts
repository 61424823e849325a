import { expect, it } from "vitest";
import { type ApiDocument, buildOutline } from "./outline";
import { buildExample, type Schema, toShape } from "./schema";

const schemas: Record<string, Schema> = {
  Thing: {
    type: "object",
    properties: {
      id: { type: "integer" },
      tags: { type: "array", items: { $ref: "#/components/schemas/Tag" } },
    },
    required: ["id"],
  },
  Tag: { type: "string", enum: ["red", "blue"], default: "red" },
  Error: { type: "object", properties: { message: { type: "string" } } },
};
const thing = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
const document: ApiDocument = {
  servers: [{ url: "https://parley.example/api/v1" }],
  tags: [{ name: "Things: old", description: "What there is." }],
  components: { schemas, responses: { NotFound: { description: "It is not there." } } },
  paths: {
    "/things/{id}": {
      post: {
        operationId: "change",
        tags: ["Things: old"],
        summary: "Change",
        security: [{ EmailPassword: [] }, { Token: [] }],
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "integer" } },
          { in: "query", name: "loud", required: true, schema: { type: "boolean" } },
        ],
        requestBody: { required: true, content: thing },
        responses: {
          "200": { description: "The answer.", content: thing },
          "404": { $ref: "#/components/responses/NotFound" },
        },
      },
    },
    "/more": {
      get: {
        operationId: "more",
        tags: ["More"],
        summary: "More",
        security: [],
        responses: { "200": { content: thing } },
      },
    },
  },
};

it("the outline names types as a person would write them", () => {
  expect(toShape({ type: "array", items: { $ref: "#/x/Tag" } })).toMatchObject({
    type: "Tag[]",
    refs: ["Tag"],
  });
  expect(toShape({ anyOf: [{ type: "string" }, { type: "null" }] }).type).toBe("string | null");
  expect(toShape({ type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } }).type).toBe(
    "(string | integer)[]",
  );
  expect(toShape({ type: "string", maxLength: 1000, default: "a" }).notes).toEqual([
    { key: "atMost", value: 1000 },
    { key: "default", value: '"a"' },
  ]);
  expect(toShape({ type: "string", format: "binary" }).type).toBe("file");
  expect(toShape({ type: ["string", "null"], enum: ["a", null] })).toMatchObject({
    type: "string | null",
    notes: ['"a"'],
  });
  expect(toShape({ type: ["array", "null"], items: { type: "string" } }).type).toBe("string[] | null");
  expect(toShape({ type: "integer", format: "int64", minimum: 1 }).notes).toEqual(["≥ 1"]);
  const either = { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }] };
  expect(toShape(either)).toMatchObject({ type: "object", fields: [{ name: "a" }] });
});

it("the outline shows an operation with its input, response and errors", () => {
  const { groups, errors } = buildOutline(document);
  expect(groups[0]).toMatchObject({ tag: "Things: old", slug: "things-old", description: "What there is." });
  expect(groups[0]!.operations[0]).toMatchObject({
    id: "change",
    method: "POST",
    credentials: "token",
    body: { mediaType: "application/json", required: true, example: { id: 1 } },
    answer: { status: "200", shape: { type: "Thing" } },
    errors: ["404"],
  });
  expect(errors).toEqual([{ status: "404", description: "It is not there." }]);
});

it("the outline places each schema once: in the first group that mentions it, else in the overview", () => {
  const { groups, schemas, places } = buildOutline(document);
  expect(groups.map((group) => group.schemas.map(({ name }) => name))).toEqual([["Tag", "Thing"], []]);
  expect(schemas.map(({ name }) => name)).toEqual(["Error"]);
  expect(places).toEqual({ Thing: "/docs/things-old", Tag: "/docs/things-old", Error: "/docs" });
});

it("examples end, also for recursive schemas", () => {
  const endless: Record<string, Schema> = {
    Node: { type: "object", properties: { next: { $ref: "#/x/Node" } }, required: ["next"] },
  };
  expect(JSON.stringify(buildExample({ $ref: "#/x/Node" }, endless)).length).toBeLessThan(200);
});
