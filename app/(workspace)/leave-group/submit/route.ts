import { fromOurPage, redirectAfterForm } from "@/app/(auth)/form-handler";
import { signInWithProvider } from "@/app/api/auth/in-process";
import { services } from "@/app/services";
import { findViewer } from "@/app/viewer";
import { getTranslations } from "@/components/i18n/server";

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => {
    if (!(await findViewer())) return redirectAfterForm("/login");
    try {
      return redirectAfterForm("/", await signInWithProvider("leaving", {}, request));
    } catch (error) {
      if (!(error instanceof services().AppError)) throw error;
      const t = await getTranslations("settingsGroup");
      return new Response(error.kind === "conflict" ? t("lastOwner") : error.message, { status: 409 });
    }
  });
