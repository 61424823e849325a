import { answeredBy } from "./mount";
import { securityHeaders } from "./security-headers";
import { serve } from "./serve";

const nothing = serve([]);

/** An address outside of the API at which there is nothing, in the API's form: a 404, or the answer to a preflight. */
export async function nothingHere(request: Request): Promise<Response> {
  const response = await answeredBy(nothing, "/", request);
  // Next and the proxy set these wherever they answer; set twice they would count twice.
  for (const name of Object.keys(securityHeaders)) response.headers.delete(name);
  return response;
}
