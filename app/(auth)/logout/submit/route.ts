import { fromOurPage, seeOther } from "@/app/(auth)/form-handler";
import { signOut } from "@/app/api/auth/in-process";

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => seeOther("/login", await signOut(request)));
