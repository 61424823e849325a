import { expect, it } from "vitest";
import { curlOf } from "./curl";
import { type ApiDocument, exampleOf, outlineOf, type Schema, shapeOf } from "./outline";

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
};
const document: ApiDocument = {
  servers: [{ url: "https://parley.example/api/v1" }],
  components: { schemas, responses: { NotFound: { description: "It is not there." } } },
  paths: {
    "/things/{id}": {
      post: {
        operationId: "change",
        tags: ["Things"],
        summary: "Change",
        security: [{ EmailPassword: [] }, { Token: [] }],
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "integer" } },
          { in: "query", name: "loud", required: true, schema: { type: "boolean" } },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
        },
        responses: {
          "200": {
            description: "The answer.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          "404": { $ref: "#/components/responses/NotFound" },
        },
      },
    },
  },
};

it("names types as a person would write them", () => {
  expect(shapeOf({ type: "array", items: { $ref: "#/x/Tag" } })).toMatchObject({
    type: "Tag[]",
    refs: ["Tag"],
  });
  expect(shapeOf({ anyOf: [{ type: "string" }, { type: "null" }] }).type).toBe("string | null");
  expect(shapeOf({ type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } }).type).toBe(
    "(string | integer)[]",
  );
  expect(shapeOf({ type: "string", maxLength: 1000, default: "a" }).notes).toEqual([
    "at most 1,000 characters",
    'default "a"',
  ]);
  expect(shapeOf({ type: "string", format: "binary" }).type).toBe("file");
});

it("shows an operation with its input, answer and refusals", () => {
  const { groups, server, errors } = outlineOf(document);
  const [operation] = groups[0]!.operations;
  expect(operation).toMatchObject({
    id: "change",
    method: "POST",
    credentials: "token",
    body: { mediaType: "application/json", required: true, example: { id: 1 } },
    answer: { status: "200", shape: { type: "Thing" } },
    errors: ["404"],
  });
  expect(errors).toEqual([{ status: "404", description: "It is not there." }]);
  expect(curlOf(operation!, server)).toBe(
    `curl -X POST 'https://parley.example/api/v1/things/{id}?loud=true' \\\n  -H "Authorization: Token $PARLEY_TOKEN" \\\n  --json '{"id":1}'`,
  );
});

it("makes examples that end, also for schemas that contain themselves", () => {
  const endless: Record<string, Schema> = {
    Node: { type: "object", properties: { next: { $ref: "#/x/Node" } }, required: ["next"] },
  };
  expect(JSON.stringify(exampleOf({ $ref: "#/x/Node" }, endless)).length).toBeLessThan(200);
});
