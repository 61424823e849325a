import { answerForm, fieldsBy } from "@/app/(auth)/form-handler";
import { withNext } from "@/app/(auth)/own-path";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";
import { requestMagicLink } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login/email", async (fields, origin, next) => {
    const { email } = fieldsBy(ForgotPasswordRequest, fields);
    await requestMagicLink(email, origin, next);
    return withNext("/login/email?sent=1", next);
  });
