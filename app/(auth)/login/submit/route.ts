import { z } from "zod";
import { answerForm, fieldsBy, signIn } from "@/app/(auth)/form-handler";
import { checkCredentials } from "@/lib/identity/auth/service";

const SignIn = z.object({
  email: z.string().trim().min(1, "Enter your e-mail address."),
  password: z.string().min(1, "Enter your password."),
});

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login", async (fields, origin) => {
    const { email, password } = fieldsBy(SignIn, { email: "", password: "", ...fields });
    const user = await checkCredentials(email, password, origin);
    await signIn(user.id, origin.userAgent);
    return undefined;
  });
