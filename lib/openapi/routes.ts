import { openapiDocument } from "@/lib/api/openapi";
import { implement, type Route } from "@/lib/api/routes";
import { config } from "@/lib/config";
import { openapiApi } from "./contract";
import { tags } from "./tags";

/** The document describes all routes, itself included: hence a function that gives them. */
export function openapiRoutes(all: () => Route[]): Route[] {
  let document: ReturnType<typeof openapiDocument> | undefined;
  return implement("Reference", openapiApi, {
    getOpenapiDocument: () => {
      document ??= openapiDocument(all(), config().appUrl, tags);
      return document;
    },
  });
}
