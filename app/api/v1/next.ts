import { answerWith } from "@/lib/api/mount";
import { answer } from "./table";

export const handle = (request: Request): Promise<Response> =>
  answerWith(answer, new URL(request.url).pathname.slice("/api/v1".length), request);
