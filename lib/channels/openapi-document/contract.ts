import { z } from "zod";
import { get } from "@/lib/api/contract";

export const openapiApi = {
  getOpenapiDocument: get("/openapi.json", {
    summary: "Get this reference as an OpenAPI 3.1 document",
    access: "anyone",
    returns: z.record(z.string(), z.unknown()),
  }),
};
