import { config } from "@/lib/platform/config";

/** Holds what a sign-in with Google was begun with. */
export const GOOGLE_COOKIE = "parley-google";

/** Made from APP_URL, never from what a request claims to be asked at. */
export const returnAddress = () => `${config().appUrl}/login/google/return`;
