import { userOfMagicToken } from "@/lib/auth/magic";
import { answerForm, signIn } from "../../../door";

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
