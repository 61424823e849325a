import { answerNotFound as handle } from "@/lib/api/not-found";

/** Not-found response for unknown API addresses (`next.config.ts`). */
export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
