import { fromOurPage, redirectAfterForm } from "@/app/(auth)/form-handler";
import { signInWithProvider } from "@/app/api/auth/in-process";
import { services } from "@/app/services";
import { findViewer } from "@/app/viewer";

type RouteContext = { params: Promise<{ token: string }> };

export const POST = (request: Request, { params }: RouteContext): Promise<Response> =>
  fromOurPage(request, async () => {
    const { token } = await params;
    const page = `/join/${encodeURIComponent(token)}`;
    const viewer = await findViewer();
    if (!viewer) return redirectAfterForm(`/login?next=${encodeURIComponent(page)}`);
    try {
      const { groupId } = await services().redeemInvitation(
        token,
        viewer.user,
        services().getPageCallerAddress(request.headers),
      );
      return redirectAfterForm("/", await signInWithProvider("group", { group_id: groupId }, request));
    } catch (error) {
      if (!(error instanceof services().AppError)) throw error;
      return redirectAfterForm(page);
    }
  });
