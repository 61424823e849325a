import { expect, test } from "vitest";
import { compileWords } from "@/lib/platform/words/catalogue";
import { createTranslate } from "@/lib/platform/words/translate";
import { formatField } from "./field-texts";

test("settings of a task are described in words", async () => {
  const { chatSettings } = await compileWords("en", ["chatSettings"]);
  const t = createTranslate<"chatSettings">({ language: "en", locale: "en-GB" }, chatSettings);
  const extra = {
    PUBLIC_CHAT_UPLOAD_FILES: true,
    PUBLIC_CHAT_ALLOWED_ORIGINS: ["https://a.example", "https://b.example"],
    look: { accent_color: "teal", title: null },
  };
  expect(formatField(t, "extra", extra, [])).toBe(
    [
      "Public chat upload files: On",
      "Public chat allowed origins: https://a.example, https://b.example",
      "Look, Accent color: teal",
      "Look, Title: None",
    ].join("\n"),
  );
  expect(formatField(t, "extra", {}, [])).toBe("");
  expect(formatField(t, "summary_enabled", false, [])).toBe("Off");
  expect(formatField(t, "page_type", "canvas", [])).toBe("The canvas");
});
