import { fromOurPage } from "@/app/(auth)/form-handler";
import { signOut } from "@/app/api/auth/in-process";
import { redirectSignedOut } from "../signed-out";

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => redirectSignedOut(await signOut(request)));
