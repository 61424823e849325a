import { answerForm } from "@/app/(auth)/form-handler";
import { signInWithProvider } from "@/app/api/auth/in-process";

export const POST = (request: Request): Promise<Response> =>
  answerForm(
    request,
    ({ token = "" }) => `/login/magic/${encodeURIComponent(token)}`,
    (fields) => signInWithProvider("magic", fields, request),
  );
