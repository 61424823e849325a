import { expect, test } from "vitest";
import { readColour } from "@/lib/channels/public-chats/colour";
import { toOpaqueColour } from "./colours";
import { buildIframeSnippet, buildPageUrl, buildScriptSnippet } from "./snippets";

const url = "https://chat.example.com/public/chats/0b0b6d2e-6c1c-4b7b-9a55-111111111111";

test("buildPageUrl omits default options and options of the launcher", () => {
  expect(buildPageUrl(url, {})).toBe(url);
  expect(buildPageUrl(url, { ui_chat_title: "  ", ui_theme: "dark" })).toBe(`${url}?ui_theme=dark`);
  expect(buildPageUrl(url, { ui_launcher_color: "teal", ui_launcher_position: "left" })).toBe(url);
});

test("snippets escape every option", () => {
  const look = { ui_chat_title: `"><script>alert(1)</script>`, ui_bg_color: "#fff" };
  for (const snippet of [buildIframeSnippet(url, look, look.ui_chat_title), buildScriptSnippet(url, look)]) {
    expect(snippet).not.toContain("<script>alert");
    const holder = snippet.match(/"[^"]*"/g)!.join();
    expect(holder).toContain("fff");
  }
  expect(buildIframeSnippet(url, look, "Chat")).toContain("ui_bg_color=%23fff");
  expect(buildScriptSnippet(url, look)).toContain('data-chat="0b0b6d2e-6c1c-4b7b-9a55-111111111111"');
  expect(buildScriptSnippet(url, look)).toContain('src="https://chat.example.com/embed.js"');
});

test("the snippet of the launcher contains its colour as a CSS value", () => {
  const snippet = buildScriptSnippet(url, { ui_launcher_color: "teal", ui_launcher_position: "left" });
  expect(snippet).toContain('data-color="#009688" data-position="left"');
});

test("the colour picker accepts the same colours as the page", () => {
  expect(toOpaqueColour("#8012ABff")).toBe("12abff");
  for (const value of ["#fff", "789", "#12345678", "f00c", "teal", "Amber", "no", "#12345", "constructor"]) {
    const colour = readColour(value);
    const hex =
      colour && [colour.red, colour.green, colour.blue].map((part) => part.toString(16).padStart(2, "0"));
    expect(toOpaqueColour(value)).toBe(hex?.join(""));
  }
});
