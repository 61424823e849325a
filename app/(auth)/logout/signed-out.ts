import { redirectAfterForm } from "@/app/(auth)/form-handler";
import type { Signed } from "@/app/api/auth/in-process";
import { SIGNED_OUT_COOKIE } from "@/app/claim-storage";
import { services } from "@/app/services";

const MAX_AGE_SECONDS = 10;

/** Redirects to the sign-in page, which then deletes the account's data stored in the browser. */
export function redirectSignedOut(signed?: Signed): Response {
  const response = redirectAfterForm("/login", signed);
  response.cookies.set(SIGNED_OUT_COOKIE, "1", {
    ...services().getBrowserCookieConfig().options,
    maxAge: MAX_AGE_SECONDS,
  });
  return response;
}
