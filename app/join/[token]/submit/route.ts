import { isFromOurPages, seeOther } from "@/app/(auth)/form-handler";
import { enterGroup } from "@/app/(workspace)/switch-group/enter";
import { currentViewer } from "@/app/viewer";
import { addressOfPage } from "@/lib/api/front";
import { redeem } from "@/lib/identity/groups/service";
import { AppError } from "@/lib/platform/errors";

/** Accepts the invitation and goes on in its group; the page says why when that is not possible. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  if (!isFromOurPages(request))
    return new Response("This form was not sent from our own page.", { status: 403 });
  const { token } = await params;
  const page = `/join/${encodeURIComponent(token)}`;
  const viewer = await currentViewer();
  if (!viewer) return seeOther(`/login?next=${encodeURIComponent(page)}`);
  try {
    const { groupId } = await redeem(token, viewer.user, addressOfPage(request.headers));
    await enterGroup(viewer.user.id, groupId, request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return seeOther(page);
  }
  return seeOther("/");
}
