import { answerForm, signIn } from "@/app/(auth)/form-handler";
import { userOfMagicToken } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/login/magic/${encodeURIComponent(token)}`,
    async ({ token = "" }, origin) => {
      const user = await userOfMagicToken(token, origin);
      await signIn(user.id, origin.userAgent);
      return undefined;
    },
  );
