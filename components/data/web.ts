import type { AnswerOf } from "@/lib/api/contract";
import { webApi } from "@/lib/replies/web/operations";
import { queryFor } from "./query";

export type Access = AnswerOf<typeof webApi.getWebAccess>;
export const webAccessQuery = queryFor(webApi.getWebAccess);
