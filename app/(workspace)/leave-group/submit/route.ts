import { isFromOurPages, seeOther } from "@/app/(auth)/form-handler";
import { enterGroup } from "@/app/(workspace)/switch-group/enter";
import { currentViewer } from "@/app/viewer";
import { addressOfPage } from "@/lib/api/front";
import { list, removeMember } from "@/lib/identity/groups/service";
import { AppError } from "@/lib/platform/errors";

/** Leaves the group of this session, and goes on in another one: everybody has one. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request))
    return new Response("This form was not sent from our own page.", { status: 403 });
  const viewer = await currentViewer();
  if (!viewer) return seeOther("/login");
  try {
    const address = addressOfPage(request.headers);
    await removeMember(viewer, viewer.group.id, viewer.user.id, { address });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: 409 });
  }
  const [next] = await list(viewer);
  if (!next) return seeOther("/login");
  await enterGroup(viewer.user.id, next.id, request);
  return seeOther("/");
}
