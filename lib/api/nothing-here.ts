import { answeredOutside } from "./mount";
import { serve } from "./serve";

const nothing = serve([]);

/** Answers requests to unknown paths outside the API in its format: with 404, or a preflight response. */
export const nothingHere = (request: Request): Promise<Response> => answeredOutside(nothing, "/", request);
