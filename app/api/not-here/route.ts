import { services } from "@/app/services";

// Not-found response for unknown API addresses (`next.config.ts`).
const handle = (request: Request): Promise<Response> => services().answerNotFound(request);

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
