import { answeredBy } from "./mount";
import { answer } from "./v1";

/** The API as a Next route handler. */
export const handle = (request: Request): Promise<Response> =>
  answeredBy(answer, new URL(request.url).pathname.slice("/api/v1".length), request);
