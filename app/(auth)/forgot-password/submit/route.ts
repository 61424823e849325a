import { ForgotPasswordRequest } from "@/lib/auth/contract";
import { forgotPassword } from "@/lib/auth/password-changes";
import { answerForm, fieldsBy } from "../../door";
import { withNext } from "../../own-path";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/forgot-password", async (fields, origin, next) => {
    const { email } = fieldsBy(ForgotPasswordRequest, fields);
    await forgotPassword(email, origin, next);
    return withNext("/forgot-password?sent=1", next);
  });
