import { isFromOurPages, seeOther } from "@/app/(auth)/form-handler";
import { enterGroup } from "@/app/(workspace)/switch-group/enter";
import { currentViewer } from "@/app/viewer";
import { answerPosted } from "@/lib/api/form";
import { AppError } from "@/lib/platform/errors";

/** A form with `group_id`: goes on in that group, at its start page. */
export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPages(request))
    return new Response("This form was not sent from our own page.", { status: 403 });
  const viewer = await currentViewer();
  if (!viewer) return seeOther("/login");
  return answerPosted(request, async ({ group_id: groupId = "" }) => {
    try {
      await enterGroup(viewer.user.id, groupId, request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Response("You are not in this group.", { status: 404 });
    }
    return seeOther("/");
  });
}
