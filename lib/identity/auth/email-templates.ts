import { config } from "@/lib/platform/config";
import type { Mail } from "@/lib/platform/mail/mail";
import { nameInMail } from "@/lib/platform/mail/names";

/**
 * The mails about accounts. Nothing that somebody typed stands in a mail to an
 * address that may be another person's: it would carry their advertising.
 */
const IGNORE = "If this was not you, ignore this mail. Nothing happens without the link.";

export const magic = (to: string, url: string, isConfirmed: boolean): Mail => ({
  to,
  subject: "Your link to sign in to Parley",
  lines: [
    "With this link you sign in. It works once, for 15 minutes.",
    ...(isConfirmed
      ? []
      : [
          "This address was not confirmed so far. Signing in with the link confirms it and, in case somebody else has made the account, removes its password and API tokens and ends all other sessions. You can set a new password with “Forgot password?”.",
        ]),
    IGNORE,
  ],
  action: { label: "Sign in", url },
});

export const confirmation = (to: string, url: string): Mail => ({
  to,
  subject: "Confirm your address for Parley",
  lines: [
    "With this link you confirm your address and make your account. It works once, for 24 hours.",
    IGNORE,
  ],
  action: { label: "Make my account", url },
});

export const knownAlready = (to: string): Mail => ({
  to,
  subject: "You have a Parley account already",
  lines: [
    "Somebody, probably you, wanted to make an account with this address. There is one already.",
    "You can sign in with your password or by a link in a mail. On the sign-in page you can also set a new password.",
    "If this was not you, ignore this mail. Nothing has changed.",
  ],
  action: { label: "Sign in", url: `${config().appUrl}/login` },
});

export const reset = (to: string, url: string): Mail => ({
  to,
  subject: "Set a new password for Parley",
  lines: [
    "With this link you set a new password. It works once, for 60 minutes, and only the newest one does.",
    IGNORE,
  ],
  action: { label: "Set a new password", url },
});

const notYou = () => ({
  label: "Set a new password",
  url: `${config().appUrl}/forgot-password`,
});

export const passwordChanged = (to: string): Mail => ({
  to,
  subject: "Your Parley password was changed",
  lines: [
    "Your password was changed and all other sessions were signed out.",
    "If this was not you, set a new password at once and look through your API tokens.",
  ],
  action: notYou(),
});

export const passwordReset = (to: string, apiTokens: string[]): Mail => ({
  to,
  subject: "Your Parley password was reset",
  lines: [
    "A new password was set by a link in a mail, and all sessions were signed out.",
    ...(apiTokens.length > 0
      ? [
          `These API tokens still work: ${apiTokens.map(nameInMail).join(", ")}. You can revoke them in Settings → API tokens.`,
        ]
      : []),
    "If this was not you, somebody else can read your mail: secure your mailbox first, then set a new password.",
  ],
  action: notYou(),
});
