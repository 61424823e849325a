import { answerForm } from "@/app/(auth)/form-handler";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";
import { forgotPassword, validateFields, withNext } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/forgot-password", async (fields, origin, next) => {
    const { email } = validateFields(ForgotPasswordRequest, fields);
    await forgotPassword(email, origin, next);
    return withNext("/forgot-password?sent=1", next);
  });
