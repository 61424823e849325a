import { answerForm } from "@/app/(auth)/form-handler";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";
import { requestMagicLink, validateFields, withNext } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login/email", async (fields, origin, next) => {
    const { email } = validateFields(ForgotPasswordRequest, fields);
    await requestMagicLink(email, origin, next);
    return withNext("/login/email?sent=1", next);
  });
