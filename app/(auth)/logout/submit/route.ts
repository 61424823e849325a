import { fromOurPage, seeOther } from "@/app/(auth)/form-handler";
import { signOut } from "@/app/api/auth/in-process";
import { SIGNED_OUT_COOKIE } from "@/app/claim-storage";
import { browserCookie } from "@/lib/identity/auth/service";

const MAX_AGE_SECONDS = 10;

export const POST = (request: Request): Promise<Response> =>
  fromOurPage(request, async () => {
    const response = seeOther("/login", await signOut(request));
    response.cookies.set(SIGNED_OUT_COOKIE, "1", { ...browserCookie().options, maxAge: MAX_AGE_SECONDS });
    return response;
  });
