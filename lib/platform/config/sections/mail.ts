import { z } from "zod";
import { secret, section, setting } from "../setting-kinds";

export const mail = section("E-mail", {
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
      .optional(),
    {
      description: "The server that sends e-mails.",
      unset: "e-mails are files in `DATA_DIR/outbox`, and their links are logged",
      example: "smtp://user:password@mail.example.com:587",
    },
  ),
  MAIL_FROM: setting(z.string().default("Parley <no-reply@localhost>"), {
    description: "The sender of e-mails.",
    example: "Parley <no-reply@example.com>",
  }),
  INBOUND_EMAIL_DOMAIN: setting(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a domain, such as in.example.com")
      .optional(),
    {
      description: "Gives chats e-mail addresses in this domain. See [email-and-jobs.md](email-and-jobs.md).",
      unset: "no inbound e-mail",
      example: "in.example.com",
    },
  ),
  INBOUND_EMAIL_SECRET: setting(secret(16).optional(), {
    description:
      "Signs raw e-mails (`X-Signature`), and is the password of Postmark's webhook. At least 16 characters.",
  }),
  INBOUND_EMAIL_MAILGUN_KEY: setting(z.string().optional(), {
    description: "The HTTP webhook signing key of Mailgun.",
  }),
  INBOUND_EMAIL_AUTHSERV_ID: setting(z.string().toLowerCase().optional(), {
    description: "The name of your mail server in `Authentication-Results`, for raw e-mails.",
    example: "mx.example.com",
  }),
});
