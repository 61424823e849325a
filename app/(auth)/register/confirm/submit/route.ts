import { answerForm, signIn } from "@/app/(auth)/form-handler";
import { confirmRegistration } from "@/lib/identity/auth/service";

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
