import { z } from "zod";
import { post } from "@/lib/api/contract";
import { SuccessMessage } from "@/lib/api/fields";
import { TempLoginResponse } from "@/lib/identity/auth/contract";

const query = z.object({
  firebase_token: z.string().min(1).max(8192).describe("An ID token of Firebase Authentication."),
});

export const firebaseApi = {
  loginWithFirebase: post("/auth/login/firebase", {
    summary: "Sign in with a Firebase ID token",
    description: [
      "A linked identity signs in as its account. Otherwise the token's verified e-mail address decides: an unknown one",
      "makes an account with a group of its own, a known and confirmed one is linked, and 409 for an account that never",
      "confirmed its address (sign in to it and link the identity there). 503 when Firebase is not configured.",
    ].join(" "),
    access: "anyone",
    query,
    returns: TempLoginResponse,
  }),
  linkFirebaseUser: post("/auth/link_firebase_user", {
    summary: "Link a Firebase identity to your account",
    description:
      "Returns 409 if the identity belongs to someone else, and 503 if Firebase is not configured.",
    query,
    returns: SuccessMessage,
  }),
};
