import { answerForm } from "@/app/(auth)/form-handler";
import { services } from "@/app/services";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/forgot-password", async (fields, origin, next) => {
    const { email } = services().validateFields(ForgotPasswordRequest, fields);
    await services().forgotPassword(email, origin, next);
    return services().withNext("/forgot-password?sent=1", next);
  });
