import { answerForm, fieldsBy } from "@/app/(auth)/form-handler";
import { withNext } from "@/app/(auth)/own-path";
import { ResetForgotPassword } from "@/lib/identity/auth/contract";
import { resetPassword } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/reset-password/${encodeURIComponent(token)}`,
    async (fields, origin, next) => {
      await resetPassword(fieldsBy(ResetForgotPassword, fields), origin);
      return withNext("/login?done=reset", next);
    },
  );
