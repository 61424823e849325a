import { answerForm, fieldsBy, signIn } from "@/app/(auth)/form-handler";
import { invitationIn } from "@/app/(auth)/invitation";
import { withNext } from "@/app/(auth)/own-path";
import { Register } from "@/lib/identity/auth/contract";
import { register } from "@/lib/identity/auth/service";
import { AppError, invalid } from "@/lib/platform/errors";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register", async (fields, origin, next) => {
    const given = fieldsBy(Register, { ...fields, group_name: fields.group_name?.trim() || undefined });
    const invitation_token = await invitationIn(next, given.email);
    // Who comes from an invitation is in its group by that, and needs not be asked again.
    const after = invitation_token === undefined ? next : "/";
    const { user_id } = await register({ ...given, invitation_token }, origin, after).catch(
      (error: unknown) => {
        const isTaken = error instanceof AppError && error.kind === "conflict";
        throw isTaken ? invalid(["body", "email"], error.message) : error;
      },
    );
    if (user_id === null) return withNext("/register?sent=1", after);
    await signIn(user_id, origin.userAgent);
    return after;
  });
