import { answer } from "@/app/api/v1/table";
import { answeredOutside } from "@/lib/api/mount";
import { WELL_KNOWN } from "@/lib/api/refusal";

type Context = { params: Promise<{ path: string[] }> };

/** The API's well-known addresses where Next serves alone (`next.config.ts`). */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params;
  return answeredOutside(answer, WELL_KNOWN + path.map(encodeURIComponent).join("/"), request);
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
