import { answeredOutside } from "./mount";
import { serve } from "./serve";

const nothing = serve([]);

/** An address outside of the API at which there is nothing, in the API's form: a 404, or the answer to a preflight. */
export const nothingHere = (request: Request): Promise<Response> => answeredOutside(nothing, "/", request);
