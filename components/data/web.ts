import { webApi } from "@/lib/ai/web/contract";
import type { AnswerOf } from "@/lib/api/contract";
import { queryFor } from "./query";

export type Access = AnswerOf<typeof webApi.getWebAccess>;
export const webAccessQuery = queryFor(webApi.getWebAccess);
