import { answerForm } from "@/app/(auth)/form-handler";
import { registerPasswordlessInBrowser } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register/passwordless", (fields, from, next) =>
    registerPasswordlessInBrowser({ ...fields, next }, from),
  );
