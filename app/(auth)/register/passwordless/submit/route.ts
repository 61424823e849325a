import { answerForm } from "@/app/(auth)/form-handler";
import { services } from "@/app/services";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register/passwordless", (fields, from, next) =>
    services().registerPasswordlessInBrowser({ ...fields, next }, from),
  );
