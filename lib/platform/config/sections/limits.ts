import { z } from "zod";
import { section, setting, wholeNumber } from "../setting-kinds";

export const limits = section("Rate limits", {
  RATE_LIMIT_REQUESTS: setting(wholeNumber(600), {
    description: "Requests a minute for each session, API token or, without one, address.",
  }),
  RATE_LIMIT_MESSAGES: setting(wholeNumber(60), { description: "Messages a minute for the same callers." }),
  RATE_LIMIT_HEAVY: setting(wholeNumber(20), {
    description:
      "Expensive requests a minute for the same callers, such as transcribing a voice message or converting a video.",
  }),
  RATE_LIMIT_SPEECH: setting(wholeNumber(60), {
    description:
      "Pieces of speech a minute for the same callers: seconds of a recording that are transcribed while it goes on, and sentences of replies that are read aloud.",
  }),
  RATE_LIMIT_STOPS: setting(wholeNumber(120), {
    description: "Requests a minute to stop a reply, for the same callers.",
  }),
  RATE_LIMIT_ACCOUNT_TIMES: setting(wholeNumber(3), {
    description: "What all sessions and tokens of one account share, as a multiple of the limits above.",
  }),
  RATE_LIMIT_GROUP_TIMES: setting(wholeNumber(20), {
    description: "What all members of one group share, as a multiple of the limits above.",
  }),
  RATE_LIMIT_STREAMS: setting(wholeNumber(100), {
    description:
      "Event streams that one account may have open at once in one process. Never fewer than its messages a minute.",
  }),
  RATE_LIMIT_SIGN_IN_ACCOUNT: setting(wholeNumber(10), {
    description:
      "Wrong passwords in 15 minutes from one network address or device for one account. Repeat offenders get [fewer and fewer](decisions/001-account-lockout.md).",
  }),
  RATE_LIMIT_SIGN_IN_ADDRESS: setting(wholeNumber(50), {
    description: "Sign-ins in 15 minutes from one network address.",
  }),
  RATE_LIMIT_PROGRAMS: setting(wholeNumber(20), {
    description: "Programs an hour that register from one network address to be signed in to (OAuth).",
  }),
  RATE_LIMIT_MAILS: setting(wholeNumber(5), {
    description:
      "E-mails of one kind an hour that one caller may request for one address. All callers together may request four times as many.",
  }),
  RATE_LIMIT_INVITATIONS: setting(wholeNumber(20), {
    description:
      "Invitations by e-mail an hour, from one person and from one group. Invitation links don't count.",
  }),
  RATE_LIMIT_INVITATIONS_DAY: setting(wholeNumber(100), {
    description: "Invitations by e-mail a day, from one person and from one group.",
  }),
  RATE_LIMIT_INBOUND_EMAILS: setting(wholeNumber(20), {
    description: "E-mails an hour from one sender to one chat.",
  }),
});

export const publicChats = section("Public chats", {
  RATE_LIMIT_PUBLIC_SESSIONS: setting(wholeNumber(30), {
    description: "New visitors a minute from one address.",
  }),
  RATE_LIMIT_SHARED_PAGES: setting(wholeNumber(60), {
    description: "Times a minute that shared chats can be opened from one address.",
  }),
  RATE_LIMIT_VISITOR_MESSAGES: setting(wholeNumber(20), {
    description: "Messages a minute from one visitor.",
  }),
  RATE_LIMIT_VISITOR_MESSAGES_ADDRESS: setting(wholeNumber(60), {
    description: "Messages a minute from all visitors at one address.",
  }),
  RATE_LIMIT_VISITOR_MESSAGES_DAY: setting(wholeNumber(500), {
    description: "Messages in 24 hours from one visitor, where the public chat sets no number of its own.",
  }),
  RATE_LIMIT_VISITOR_STREAMS: setting(wholeNumber(20), {
    description: "Event streams that one visitor may have open at once in one process.",
  }),
  RATE_LIMIT_VISITOR_STREAMS_ADDRESS: setting(wholeNumber(200), {
    description: "Event streams that all visitors at one address may have open at once in one process.",
  }),
  PUBLIC_CHAT_DAILY_TOKENS: setting(wholeNumber(0, 0), {
    description: "Tokens a day for each public chat. `0`: no limit.",
  }),
  UI_CHAT_FOOTER_MSG: setting(z.string().optional(), {
    description: "The line below the input of public chats that set none themselves.",
    unset: "no line",
  }),
});
