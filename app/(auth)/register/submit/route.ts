import { Register } from "@/lib/auth/contract";
import { register } from "@/lib/auth/registration";
import { AppError, InvalidInput, invalid } from "@/lib/errors";
import { answerForm, signIn } from "../../door";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register", async (fields, origin) => {
    const given = Register.safeParse({ ...fields, group_name: fields.group_name?.trim() || undefined });
    if (!given.success) {
      throw new InvalidInput(
        given.error.issues.map(({ path, message, code }) => ({
          loc: ["body", ...(path as string[])],
          msg: message,
          type: code,
        })),
      );
    }
    const { user_id } = await register(given.data, origin).catch((error: unknown) => {
      const isTaken = error instanceof AppError && error.kind === "conflict";
      throw isTaken ? invalid(["body", "email"], error.message) : error;
    });
    if (user_id !== null) await signIn(user_id, origin.userAgent);
  });
