import { fromOurPage, redirectAfterForm } from "@/app/(auth)/form-handler";
import { signInBy } from "@/app/api/auth/in-process";
import { findViewer } from "@/app/viewer";
import { getPageCallerAddress } from "@/lib/api/front-headers";
import { redeem } from "@/lib/identity/groups/service";
import { AppError } from "@/lib/platform/errors";

type RouteContext = { params: Promise<{ token: string }> };

export const POST = (request: Request, { params }: RouteContext): Promise<Response> =>
  fromOurPage(request, async () => {
    const { token } = await params;
    const page = `/join/${encodeURIComponent(token)}`;
    const viewer = await findViewer();
    if (!viewer) return redirectAfterForm(`/login?next=${encodeURIComponent(page)}`);
    try {
      const { groupId } = await redeem(token, viewer.user, getPageCallerAddress(request.headers));
      return redirectAfterForm("/", await signInBy("group", { group_id: groupId }, request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return redirectAfterForm(page);
    }
  });
