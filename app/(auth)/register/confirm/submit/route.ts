import { confirmRegistration } from "@/lib/auth/registration";
import { answerForm, signIn } from "../../../door";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/register/confirm/${encodeURIComponent(token)}`,
    async ({ token = "" }, origin) => {
      const user = await confirmRegistration(token, origin);
      await signIn(user.id, origin.userAgent);
      return undefined;
    },
  );
