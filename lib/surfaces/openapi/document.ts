import { type OpenApiDocument, openapiDocument } from "@/lib/api/openapi";
import type { Route } from "@/lib/api/routes";
import { sentEvents } from "@/lib/chat/webhooks/service";
import { tags } from "./tags";

/** The API as an OpenAPI document, with what each part of it is for and what is sent to webhooks. */
export const documentOf = (routes: Route[], baseUrl: string): OpenApiDocument =>
  openapiDocument(routes, baseUrl, tags, sentEvents);
