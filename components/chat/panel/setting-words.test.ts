import { expect, test } from "vitest";
import { type ChatSetting, settings } from "@/lib/chat/chats/settings";
import { compileWords } from "@/lib/platform/words/catalogue";
import { createTranslate } from "@/lib/platform/words/translate";
import { getSettingChoices } from "./setting-words";

test("every choice of a setting has a name", async () => {
  const { chatSettings } = await compileWords("en", ["chatSettings"]);
  const t = createTranslate<"chatSettings">({ language: "en", locale: "en-GB" }, chatSettings);
  // A missing translation is shown as its key.
  for (const setting of Object.keys(settings) as ChatSetting[])
    for (const [value, name] of Object.entries(getSettingChoices(t, setting)))
      expect(name, `${setting}: ${value}`).not.toMatch(/_/);
});
