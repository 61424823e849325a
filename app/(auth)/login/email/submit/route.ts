import { ForgotPasswordRequest } from "@/lib/auth/contract";
import { requestMagicLink } from "@/lib/auth/magic";
import { answerForm, fieldsBy } from "../../../door";
import { withNext } from "../../../own-path";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login/email", async (fields, origin, next) => {
    const { email } = fieldsBy(ForgotPasswordRequest, fields);
    await requestMagicLink(email, origin, next);
    return withNext("/login/email?sent=1", next);
  });
