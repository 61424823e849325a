import { answerOutsideApi } from "./mount";
import { serve } from "./serve";

const nothing = serve([]);

export const answerNotFound = (request: Request): Promise<Response> =>
  answerOutsideApi(nothing, "/", request);
