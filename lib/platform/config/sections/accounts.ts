import { z } from "zod";
import { isEmail, normalizeEmail } from "@/lib/platform/email-address";
import { oidcProviders } from "../oidc-providers";
import { serviceAccount } from "../service-account";
import { address, flag, section, setting } from "../setting-kinds";
import { signUp } from "../sign-up";

export const accounts = section("Accounts and sign-in", {
  SIGN_UP: setting(signUp.optional(), {
    description:
      "Who can create an account once the installation has an owner. `open`: anyone. `invited`: people with an invitation. `closed`: nobody. `domain:example.com,example.org`: people with a confirmed address in one of these domains.",
    unset: "`open` while `APP_URL` is this machine (`localhost`, `127.0.0.1`), otherwise `invited`",
    example: "invited",
  }),
  OWNER_EMAIL: setting(
    z.string().trim().overwrite(normalizeEmail).refine(isEmail, "must be an e-mail address").optional(),
    {
      description:
        "The only address that may create the first account, which owns the installation. The address is confirmed by e-mail unless the request comes from this machine or uses the setup link. See [the first account](deploy.md#the-first-account-and-sign-up).",
      unset: "whoever creates the first account",
      example: "owner@example.com",
    },
  ),
  REQUIRE_EMAIL_CONFIRMATION: setting(flag.optional(), {
    description:
      "New accounts confirm their address with a link sent by e-mail before they can sign in. Addresses are confirmed in any case where `SIGN_UP` lists domains, and for `OWNER_EMAIL`.",
    unset: "`true` with `SMTP_URL`, otherwise `false`",
  }),
  SIGN_IN: setting(z.enum(["any", "sso"]).default("any"), {
    description:
      "How people sign in. `sso`: with single sign-on only; the owner of the installation can use a password, too. See [single sign-on](single-sign-on.md#only-single-sign-on).",
    example: "sso",
  }),
  OIDC_PROVIDERS: setting(oidcProviders.default([]), {
    description:
      "OpenID Connect providers that people sign in with: JSON, or the path of a file with it. See [single sign-on](single-sign-on.md).",
    unset: "no single sign-on",
    example: "./oidc-providers.json",
  }),
  FIREBASE_PROJECT_ID: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.:-]*$/, "must be a Firebase project id")
      .optional(),
    {
      description: "Accepts ID tokens of this Firebase project for signing in.",
      unset: "Firebase sign-in answers 503",
      example: "my-project",
    },
  ),
  FIREBASE_KEYS_URL: setting(
    address.default(
      "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    ),
    { description: "Where the public keys of those tokens are published." },
  ),
  FIREBASE_API_KEY: setting(z.string().optional(), {
    description:
      "The web API key of that project. Offers “Continue with Google” on the sign-in page; the project's OAuth client must allow `APP_URL/login/google/return`.",
    unset: "no Google button",
  }),
  FIREBASE_AUTH_URL: setting(address.default("https://identitytoolkit.googleapis.com"), {
    description: "The Identity Toolkit API that “Continue with Google” uses.",
  }),
  FIREBASE_AUTH_EMULATOR_HOST: setting(z.string().optional(), {
    description:
      "Accepts the unsigned tokens of the Firebase emulator. For development; ignored in production.",
    example: "127.0.0.1:9099",
  }),
  FIREBASE_SERVICE_ACCOUNT: setting(serviceAccount.optional(), {
    description:
      "Sends push notifications to registered devices: the JSON of a service account, or the path of a file with it.",
    unset: "no push notifications",
    example: "./service-account.json",
  }),
  FIREBASE_FCM_URL: setting(address.default("https://fcm.googleapis.com"), {
    description: "The Firebase Cloud Messaging API.",
  }),
});
