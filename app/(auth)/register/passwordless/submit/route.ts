import { answerForm, fieldsBy } from "@/app/(auth)/form-handler";
import { invitationIn } from "@/app/(auth)/invitation";
import { withNext } from "@/app/(auth)/own-path";
import { RegisterPasswordless } from "@/lib/identity/auth/contract";
import { registerPasswordless } from "@/lib/identity/auth/service";

export const POST = (request: Request): Promise<Response> =>
  answerForm(request, "/register/passwordless", async (fields, origin, next) => {
    const group_name = fields.group_name?.trim() || undefined;
    const given = fieldsBy(RegisterPasswordless, { ...fields, group_name });
    const invitation_token = await invitationIn(next, given.email);
    // Who comes from an invitation is in its group by that, and needs not be asked again.
    const after = invitation_token === undefined ? next : "/";
    await registerPasswordless({ ...given, invitation_token }, origin, after);
    return withNext("/register?sent=1", after);
  });
