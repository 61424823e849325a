import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";

export type SentEvents = Record<
  string,
  { operationId: string; tag: string; summary: string; body: z.ZodType }
>;

const headers = z.object({
  "webhook-id": z.string().describe("The same for all tries of a delivery."),
  "webhook-timestamp": z.string().describe("Seconds since 1970."),
  "webhook-signature": z.string().describe("`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`."),
});

export const buildWebhooks = (events: SentEvents): Record<string, ZodOpenApiPathItemObject> =>
  Object.fromEntries(
    Object.entries(events).map(([name, { operationId, tag, summary, body }]) => [
      name,
      {
        post: {
          operationId,
          tags: [tag],
          summary,
          description: `${summary}. Signed after Standard Webhooks.`,
          security: [],
          requestParams: { header: headers },
          requestBody: { required: true, content: { "application/json": { schema: body } } },
          responses: {
            204: { description: "Any status of 2xx within 10 seconds is taken as received." },
            410: { description: "Nothing more is wanted: the webhook is turned off." },
            default: { description: "Sent again, seven times within 21 hours." },
          },
        },
      },
    ]),
  );
