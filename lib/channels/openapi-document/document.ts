import { buildOpenApiDocument, type OpenApiDocument } from "@/lib/api/openapi";
import type { Route } from "@/lib/api/routes";
import { sentEvents } from "@/lib/chat/webhooks/service";
import { tags } from "./tags";

export const buildDocument = (routes: Route[], baseUrl: string): OpenApiDocument =>
  buildOpenApiDocument(routes, baseUrl, tags, sentEvents);
