import { config } from "@/lib/platform/config";
import type { Mail } from "@/lib/platform/mail/mail";
import { toMailName } from "@/lib/platform/mail/one-line";
import { listFormat, type Translate } from "@/lib/platform/words/translate";

// Account mails contain no user input: anyone can request a mail to a stranger's address, and the input could be spam.
type MailTranslate = Translate<"mails">;

export const buildMagicLinkMail = (
  t: MailTranslate,
  to: string,
  url: string,
  isConfirmed: boolean,
): Mail => ({
  to,
  language: t.language,
  subject: t("magicSubject"),
  lines: [t("magicHelp"), ...(isConfirmed ? [] : [t("magicUnconfirmed")]), t("ignore")],
  action: { label: t("signIn"), url },
});

export const buildConfirmationMail = (t: MailTranslate, to: string, url: string): Mail => ({
  to,
  language: t.language,
  subject: t("confirmSubject"),
  lines: [t("confirmHelp"), t("ignore")],
  action: { label: t("createAccount"), url },
});

/** @param signIn URL of the sign-in page */
export const buildKnownAlreadyMail = (t: MailTranslate, to: string, signIn: string): Mail => ({
  to,
  language: t.language,
  subject: t("knownSubject"),
  lines: [t("known"), t("knownHelp"), t("knownNotYou")],
  action: { label: t("signIn"), url: signIn },
});

export const buildPasswordResetLinkMail = (t: MailTranslate, to: string, url: string): Mail => ({
  to,
  language: t.language,
  subject: t("resetSubject"),
  lines: [t("resetHelp"), t("ignore")],
  action: { label: t("setPassword"), url },
});

const notYou = (t: MailTranslate) => ({ label: t("setPassword"), url: `${config().appUrl}/forgot-password` });

export const buildPasswordChangedMail = (t: MailTranslate, to: string): Mail => ({
  to,
  language: t.language,
  subject: t("passwordChangedSubject"),
  lines: [t("passwordChanged"), t("passwordChangedNotYou")],
  action: notYou(t),
});

export const buildPasswordWasResetMail = (t: MailTranslate, to: string, apiTokens: string[]): Mail => ({
  to,
  language: t.language,
  subject: t("passwordResetSubject"),
  lines: [
    t("passwordReset"),
    ...(apiTokens.length > 0
      ? [t("tokensStillWork", { tokens: listFormat(t.locale).format(apiTokens.map(toMailName)) })]
      : []),
    t("passwordResetNotYou"),
  ],
  action: notYou(t),
});
