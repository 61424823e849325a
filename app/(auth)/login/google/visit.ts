import { config } from "@/lib/platform/config";

/** Cookie with the state of a pending Google sign-in. */
export const GOOGLE_COOKIE = "parley-google";

/** Built from APP_URL, never from the request's Host. */
export const getGoogleRedirectUri = () => `${config().appUrl}/login/google/return`;
