import { ResetForgotPassword } from "@/lib/auth/contract";
import { resetPassword } from "@/lib/auth/password-changes";
import { answerForm, fieldsBy } from "../../door";
import { withNext } from "../../own-path";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/reset-password/${encodeURIComponent(token)}`,
    async (fields, origin, next) => {
      await resetPassword(fieldsBy(ResetForgotPassword, fields), origin);
      return withNext("/login?done=reset", next);
    },
  );
