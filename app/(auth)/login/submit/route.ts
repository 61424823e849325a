import { answerForm } from "@/app/(auth)/form-handler";
import { signInBy } from "@/app/api/auth/in-process";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/login", (fields) => signInBy("credentials", fields, request));
