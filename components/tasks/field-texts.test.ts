import { expect, test } from "vitest";
import { textOf } from "./field-texts";

test("settings of a task are told in words", () => {
  const extra = {
    PUBLIC_CHAT_UPLOAD_FILES: true,
    PUBLIC_CHAT_ALLOWED_ORIGINS: ["https://a.example", "https://b.example"],
    look: { accent_color: "teal", title: null },
  };
  expect(textOf("extra", extra, [])).toBe(
    [
      "Public chat upload files: On",
      "Public chat allowed origins: https://a.example, https://b.example",
      "Look, Accent color: teal",
      "Look, Title: None",
    ].join("\n"),
  );
  expect(textOf("extra", {}, [])).toBe("");
  expect(textOf("summary_enabled", false, [])).toBe("Off");
});
