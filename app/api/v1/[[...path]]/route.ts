import { services } from "@/app/services";

const handle = (request: Request): Promise<Response> => services().handleApi(request);

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
