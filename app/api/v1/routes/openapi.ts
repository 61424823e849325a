import type { Route } from "@/lib/api/routes";
import { openapiApi } from "@/lib/channels/openapi-document/contract";
import { buildDocument } from "@/lib/channels/openapi-document/service";
import { config } from "@/lib/platform/config";
import { implement } from "../implement";

/** @param all returns all routes. It is a function, because the routes include the one created here */
export function createOpenApiRoutes(all: () => Route[]): Route[] {
  let document: ReturnType<typeof buildDocument> | undefined;
  return implement("Reference", openapiApi, {
    getOpenapiDocument: () => {
      document ??= buildDocument(all(), config().appUrl);
      return document;
    },
  });
}
