import { answerForm } from "@/app/(auth)/form-handler";
import { ResetForgotPassword } from "@/lib/identity/auth/contract";
import { resetPassword, validateFields, withNext } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/reset-password/${encodeURIComponent(token)}`,
    async (fields, origin, next) => {
      await resetPassword(validateFields(ResetForgotPassword, fields), origin);
      return withNext("/login?done=reset", next);
    },
  );
