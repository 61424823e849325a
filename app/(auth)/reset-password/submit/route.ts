import { answerForm } from "@/app/(auth)/form-handler";
import { services } from "@/app/services";
import { ResetForgotPassword } from "@/lib/identity/auth/contract";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/reset-password/${encodeURIComponent(token)}`,
    async (fields, origin, next) => {
      await services().resetPassword(services().validateFields(ResetForgotPassword, fields), origin);
      return services().withNext("/login?done=reset", next);
    },
  );
