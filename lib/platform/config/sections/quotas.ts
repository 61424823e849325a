import { section, setting, wholeNumber } from "../setting-kinds";

const megabytes = (fallback: number, description: string) =>
  setting(wholeNumber(fallback, 0), { description: `${description} In megabytes. \`0\`: no limit.` });

export const quotas = section("Storage limits", {
  GROUP_STORAGE_MB: megabytes(
    102_400,
    "What one group stores together: files, documents of connectors, imported chats, mails that wait for approval, stored responses.",
  ),
  ACCOUNT_STORAGE_MB: megabytes(20_480, "The same for one account, in all of its groups."),
  GROUP_CONNECTORS_MB: megabytes(20_480, "Documents of a group's connectors."),
  ACCOUNT_IMPORTS_MB: megabytes(
    2_048,
    "Chats that one account has imported from other products, and the files that are being imported.",
  ),
  GROUP_HELD_MAILS_MB: megabytes(
    1_024,
    "Mails from strangers that wait for approval in a group's chats. When it is reached, more of them are ignored.",
  ),
  GROUP_RESPONSES_MB: megabytes(4_096, "Responses of `POST /openai/responses` that a group stores."),
  ACCOUNT_RESPONSES_MB: megabytes(512, "The same for one account."),
  ACCOUNT_KEYS_MB: megabytes(
    128,
    "Answers to requests with an `Idempotency-Key`, kept for 24 hours. When it is reached, requests with new keys are refused.",
  ),
  ACCOUNT_SESSIONS_MB: megabytes(
    16,
    "Sign-ins of one account, with their used refresh tokens. When it is reached, the oldest sign-ins end.",
  ),
  GROUP_CONNECTORS: setting(wholeNumber(50, 0), {
    description: "How many connectors one group can have. `0`: no limit.",
  }),
  ACCOUNT_CONNECTORS: setting(wholeNumber(20, 0), {
    description: "How many connectors one account can have created, in all of its groups. `0`: no limit.",
  }),
  OAUTH_REGISTRATIONS_MB: megabytes(
    64,
    "Programs that have registered for OAuth, on the whole installation. When it is reached, the oldest go that nobody has signed in to.",
  ),
});
