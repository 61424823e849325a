import { checkCredentials } from "@/lib/auth/service";
import { answerForm, signIn } from "../../door";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login", async ({ email = "", password = "" }, origin) => {
    const user = await checkCredentials(email, password, origin);
    await signIn(user.id, origin.userAgent);
    return undefined;
  });
