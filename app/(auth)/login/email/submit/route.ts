import { answerForm } from "@/app/(auth)/form-handler";
import { services } from "@/app/services";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login/email", async (fields, origin, next) => {
    const { email } = services().validateFields(ForgotPasswordRequest, fields);
    await services().requestMagicLink(email, origin, next);
    return services().withNext("/login/email?sent=1", next);
  });
