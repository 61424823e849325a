import { answerForm } from "@/app/(auth)/form-handler";
import { signInWithProvider } from "@/app/api/auth/in-process";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register", (fields, _from, next) =>
    signInWithProvider("registration", { ...fields, next }, request),
  );
