import { fromOurPage, seeOther } from "@/app/(auth)/form-handler";
import { signOut } from "@/app/api/auth/in-process";
import { SIGNED_OUT } from "@/app/claim-storage";

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => seeOther(SIGNED_OUT, await signOut(request)));
