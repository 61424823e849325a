import { services } from "@/app/services";

type Handler = (request: Request, context: unknown) => Promise<Response>;

export const GET: Handler = (request, context) => services().handleInngest("GET", request, context);
export const POST: Handler = (request, context) => services().handleInngest("POST", request, context);
export const PUT: Handler = (request, context) => services().handleInngest("PUT", request, context);
