import { expect, test } from "vitest";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { getChanges, toRequestBody, withChange } from "./draft";

const saved: Publication = {
  title: null,
  avatar: null,
  greeting: "Hello",
  suggested_questions: null,
  footer: null,
  appearance: { ui_theme: "dark", ui_bg_color: "teal" },
  hours: null,
  offline_text: null,
  handover: {},
  messages_per_visitor: null,
  is_listed: false,
  challenge: "flooded",
};

test("a field that is changed back is no longer a change", () => {
  const draft = withChange({}, saved, "greeting", "Hello!");
  expect(draft).toEqual({ greeting: "Hello!" });
  expect(withChange(draft, saved, "greeting", "Hello")).toEqual({});
  expect(withChange({}, saved, "title", "")).toEqual({});
  const reordered = { ui_bg_color: "teal", ui_theme: "dark" } as const;
  expect(withChange({}, saved, "appearance", reordered)).toEqual({});
});

test("empty suggested questions are not sent", () => {
  expect(toRequestBody({ suggested_questions: [" Why? ", ""] })).toEqual({ suggested_questions: ["Why?"] });
  expect(toRequestBody({ suggested_questions: [""] })).toEqual({ suggested_questions: null });
  expect(toRequestBody({ title: "Shop" })).toEqual({ title: "Shop" });
});

test("changes that are typed while a draft is being saved are kept", () => {
  const before = { title: "Shop", greeting: "Hi" };
  expect(getChanges({ title: "Shop 2", greeting: "Hi", footer: "New" }, before)).toEqual({
    title: "Shop 2",
    footer: "New",
  });
});
