import { describe, expect, it } from "vitest";
import { parseAppearance } from "./appearance";
import { BLACK, blendColours, getContrast, getReadableColour, readColour, toCss, WHITE } from "./colour";
import { NAMED_COLOURS } from "./settings";

const server = { name: "Help desk", footer: undefined };
const look = (query: string, footer?: string) =>
  parseAppearance(new URLSearchParams(query), { ...server, footer });

describe("colours", () => {
  it.each([
    ["#f80", "rgb(255 136 0 / 1)"],
    ["f80", "rgb(255 136 0 / 1)"],
    ["#F80", "rgb(255 136 0 / 1)"],
    ["#f808", "rgb(255 136 0 / 0.533)"],
    ["f808", "rgb(255 136 0 / 0.533)"],
    ["#12aBff", "rgb(18 171 255 / 1)"],
    ["12abff", "rgb(18 171 255 / 1)"],
    ["#8012abff", "rgb(18 171 255 / 0.502)"],
    ["8012ABFF", "rgb(18 171 255 / 0.502)"],
    ["#0000", "rgb(0 0 0 / 0)"],
    ["#ff000000", "rgb(0 0 0 / 1)"],
    ["red", "rgb(244 67 54 / 1)"],
    ["DeepPurple", "rgb(103 58 183 / 1)"],
    ["BLUEGREY", "rgb(96 125 139 / 1)"],
    [" teal ", "rgb(0 150 136 / 1)"],
    ["transparent", "rgb(0 0 0 / 0)"],
  ])("include %s as %s", (written, expected) => expect(toCss(readColour(written)!)).toBe(expected));

  it.each([
    "",
    "#",
    "#12",
    "#12345",
    "#1234567",
    "#123456789",
    "##fff",
    "fff#",
    "ggg",
    "magenta",
    "red;background:url(//sink.test)",
    "#fff}</style><script>",
    "var(--x)",
    "rgb(1,2,3)",
    "constructor",
    "__proto__",
    "＃fff",
    "#ｆff",
  ])("exclude %s", (written) => expect(readColour(written)).toBeUndefined());

  it("have 24 names, with grey and gray as synonyms", () => {
    const names =
      "red, blue, green, teal, purple, indigo, cyan, orange, amber, pink, lime, yellow, brown, grey, gray, white, black, transparent, deeppurple, deeporange, lightblue, lightgreen, bluegrey, bluegray";
    expect(Object.keys(NAMED_COLOURS)).toEqual(names.split(", "));
    expect(readColour("gray")).toEqual(readColour("grey"));
    expect(readColour("bluegray")).toEqual(readColour("bluegrey"));
  });

  it("have readable text on each of them, also on translucent ones over any ground", () => {
    const steps = [0, 51, 102, 119, 128, 153, 204, 255];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps)
          for (const alpha of [0, 0.5, 1])
            for (const ground of [WHITE, BLACK, readColour("teal")!]) {
              const seen = blendColours({ red, green, blue, alpha }, ground);
              expect(getContrast(getReadableColour(seen), seen)).toBeGreaterThanOrEqual(4.5);
            }
  });
});

describe("appearance", () => {
  it("takes the text color from the visible color over the background and the page", () => {
    expect(look("ui_bg_color=black&ui_agent_msg_color=%23fff3").variables.light).toBe(
      "--background:rgb(0 0 0 / 1);--background-text:rgb(255 255 255 / 1);--agent:rgb(255 255 255 / 0.2);--agent-text:rgb(255 255 255 / 1);--scheme:dark;--quiet:0.65",
    );
    const { light, dark } = look("ui_guest_msg_color=transparent").variables;
    expect(light).toContain("--guest-text:rgb(0 0 0 / 1)");
    expect(dark).toContain("--guest-text:rgb(255 255 255 / 1)");
  });

  it("prefers valid values of the address over the owner's", () => {
    const chosen = { ui_theme: "dark", ui_bg_color: "#fff", ui_guest_msg_color: "teal" };
    const of = (query: string) => parseAppearance(new URLSearchParams(query), { ...server, chosen });
    expect(of("").theme).toBe("dark");
    expect(of("ui_theme=light").theme).toBe("light");
    expect(of("ui_bg_color=black").variables.light).toContain("--background:rgb(0 0 0 / 1)");
    expect(of("ui_bg_color=black").variables.light).toContain("--guest:rgb(0 150 136 / 1)");
    expect(of("ui_bg_color=nope").variables.dark).toContain("--background:rgb(255 255 255 / 1)");
  });

  it("has a readable placeholder that is fainter than text, on every background", () => {
    for (let grey = 0; grey < 256; grey += 5) {
      const digits = grey.toString(16).padStart(2, "0").repeat(3);
      const { light } = look(`ui_bg_color=${digits}`).variables;
      const alpha = Number(/--quiet:([\d.]+)/.exec(light)![1]);
      const ground = readColour(digits)!;
      expect(
        getContrast(blendColours({ ...getReadableColour(ground), alpha }, ground), ground),
      ).toBeGreaterThanOrEqual(4.5);
    }
    expect(look("ui_bg_color=white").variables.light).toContain("--quiet:0.65");
  });

  it("ignores invalid values and omits variables that were not requested", () => {
    expect(look("ui_bg_color=nope&ui_agent_msg_color=&ui_theme=dark%22%20onload%3D")).toEqual({
      title: "Help desk",
      footer: null,
      theme: null,
      variables: { light: "", dark: "" },
    });
    expect(look("ui_theme=Dark").theme).toBe("dark");
    expect(look("ui_bg_color=red&ui_bg_color=blue").variables.light).toContain("244 67 54");
  });

  it("has a title and a footer of limited length, without bidirectional control characters", () => {
    expect(look("ui_chat_title=%E2%80%AEkcab%00+to%0Afront").title).toBe("kcab to front");
    expect(look("ui_chat_title=+").title).toBe("Help desk");
    expect([...look(`ui_chat_title=${"😀".repeat(300)}`).title]).toHaveLength(200);
    expect(look("ui_chat_title=%3C/title%3E%3Cscript%3E").title).toBe("</title><script>");
    expect(look("", "From the server").footer).toBe("From the server");
    expect(look("ui_chat_footer_msg=Ours", "From the server").footer).toBe("Ours");
    expect(look("ui_chat_footer_msg=", "From the server").footer).toBe("From the server");
  });
});
