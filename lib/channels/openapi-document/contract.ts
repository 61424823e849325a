import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { endpoints } from "./operations";

export const openapiApi = {
  getOpenapiDocument: operation(endpoints.getOpenapiDocument, {
    summary: "Get this reference as an OpenAPI 3.1 document",
    access: "anyone",
    returns: z.record(z.string(), z.unknown()),
  }),
};
