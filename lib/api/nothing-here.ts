import { answeredOutside } from "./mount";
import { serve } from "./serve";

const nothing = serve([]);

export const nothingHere = (request: Request): Promise<Response> => answeredOutside(nothing, "/", request);
