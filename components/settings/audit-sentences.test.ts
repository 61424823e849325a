import { expect, test } from "vitest";
import type { LogEntry } from "@/components/data/audit";
import { AuditAction } from "@/lib/identity/audit/contract";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toSentence } from "./audit-sentences";

const t = await loadTranslate({ language: "en", locale: "en-GB" }, "settingsAuditLog");
const person = (id: number, full_name: string) => ({
  id,
  full_name,
  email: "x@example.test",
  avatar_url: null,
});
const ada = person(1, "Ada");
const entry = (given: Partial<LogEntry>): LogEntry => ({
  id: 1,
  action: "group_made",
  user: ada,
  subject: null,
  details: {},
  address: null,
  created_at: "2026-11-21T09:00:00.000Z",
  ...given,
});

test.each<[Partial<LogEntry>, string]>([
  [
    { action: "role_changed", subject: person(2, "Max"), details: { after: "admin" } },
    "Ada made Max an admin.",
  ],
  [{ action: "role_changed", subject: ada, details: { after: "member" } }, "Ada made themselves a member."],
  [{ action: "chat_published", details: { name: "Shop" } }, "Ada published the chat “Shop”."],
  [{ action: "visitor_blocked", details: { name: "Shop" } }, "Ada blocked a visitor in “Shop”."],
  [{ action: "member_removed" }, "Ada removed someone whose account was deleted."],
  [{ action: "member_joined", user: null, details: { role: "member" } }, "Someone joined as a member."],
  [
    { action: "invitation_made", details: { email: null, role: "admin" } },
    "Ada created an invitation link for admins.",
  ],
  [
    { action: "invitation_made", details: { email: "eve@example.test", role: "member" } },
    "Ada invited eve@example.test as a member.",
  ],
  [{ action: "invitation_revoked", details: { email: null } }, "Ada revoked an invitation link."],
  [
    { action: "group_renamed", details: { before: "A", after: "B" } },
    "Ada renamed the group from “A” to “B”.",
  ],
  [{ action: "chat_deleted", details: { chat_id: 12 } }, "Ada deleted chat #12."],
  [{ action: "signed_in", details: { method: "password" } }, "Ada signed in."],
  [{ action: "api_token_made", details: { name: "Nightly" } }, "Ada created the API token “Nightly”."],
])("the audit entry %j becomes a readable sentence", (given, sentence) => {
  expect(toSentence(t, entry(given))).toBe(sentence);
});

test.each(AuditAction.options)("the audit action %s has a sentence without details", (action) => {
  expect(toSentence(t, entry({ action, user: null }))).toMatch(/^\p{Lu}.*\.$/u);
  expect(toSentence(t, entry({ action }))).not.toMatch(/undefined|null/);
});
