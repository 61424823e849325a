import { answerForm, fieldsBy } from "@/app/(auth)/form-handler";
import { withNext } from "@/app/(auth)/own-path";
import { ForgotPasswordRequest } from "@/lib/identity/auth/contract";
import { forgotPassword } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/forgot-password", async (fields, origin, next) => {
    const { email } = fieldsBy(ForgotPasswordRequest, fields);
    await forgotPassword(email, origin, next);
    return withNext("/forgot-password?sent=1", next);
  });
