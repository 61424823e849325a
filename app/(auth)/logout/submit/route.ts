import { fromOurPage } from "@/app/(auth)/form-handler";
import { signOut } from "@/app/api/auth/in-process";
import { signedOut } from "../signed-out";

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => signedOut(await signOut(request)));
