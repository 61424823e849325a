import { describe, expect, test } from "vitest";
import { processorTime } from "@/test/processor-time";
import { HEADINGS, toFiveSections } from "./headings";

const whole = [
  "## Summary\n\nA harbour.",
  "## Key Points\n\n- Ships",
  "## Timeline\n\n- 00:00 A ship\n- 00:12 A crane",
  "## Notable Details\n\nRain.",
  "## Conclusions\n\nBusy.",
].join("\n\n");

const listHeadings = (text: string) => text.split("\n").filter((line) => /^ {0,3}#{1,2}\s/.test(line));
const section = (text: string, name: string) =>
  text
    .split(/^## /m)
    .find((part) => part.startsWith(`${name}\n`))
    ?.slice(name.length)
    .trim();
const repaired = (text: string, seconds = 60) => toFiveSections(text, seconds);

test("a correct text stays unchanged", () => {
  expect(repaired(whole)).toEqual({ text: whole, missing: [] });
});

describe("the text has exactly the five headings for any model output", () => {
  test.each([
    ["nothing", "", HEADINGS],
    ["no headings", "A harbour with ships.", HEADINGS.slice(1)],
    ["one is missing", whole.replace("## Key Points\n\n- Ships\n\n", ""), ["Key Points"]],
    ["one is empty", whole.replace("- Ships", ""), ["Key Points"]],
    [
      "another order",
      whole
        .split(/\n\n(?=## )/)
        .reverse()
        .join("\n\n"),
      [],
    ],
    ["first level", whole.replaceAll("## ", "# "), []],
    ["third level", whole.replaceAll("## ", "### "), []],
    ["bold", whole.replace(/## (.+)/g, "**$1:**"), []],
    ["underlined", whole.replace(/## (.+)/g, "$1\n-----"), []],
    [
      "numbered, in capitals, with a colon",
      whole.replace(/## (.+)/g, (_, name) => `## 1. ${name.toUpperCase()}:`),
      [],
    ],
    ["HTML", whole.replace(/## (.+)/g, "<h2>$1</h2>"), []],
    ["closed with hashes", whole.replace(/## (.+)/g, "## $1 ##"), []],
    ["in a block of code", `\`\`\`markdown\n${whole}\n\`\`\``, []],
    ["a block of code that never ends", whole.replace("A harbour.", "```\nA harbour."), []],
    ["a title and small talk", `# The video\n\nHere is the analysis:\n\n${whole}`, []],
    [
      "more headings",
      `${whole}\n\n# Sources\n\nNone.\n\n## Score\n\n5\n\nMore\n===\n\n> ## Quoted\n- # Listed`,
      [],
    ],
    [
      "in German",
      "## Zusammenfassung\na\n## Punkte\nb\n## Zeiten\n00:01 c\n## Details\nd\n## Schluss\ne",
      [],
    ],
    ["Windows lines", whole.replaceAll("\n", "\r\n"), []],
  ])("%s", (_, given, missing) => {
    const { text, missing: found } = repaired(given);
    expect(listHeadings(text)).toEqual(HEADINGS.map((name) => `## ${name}`));
    expect(found).toEqual(missing);
    for (const name of missing) expect(section(text, name)).toBe("Nothing to report.");
    if (given.includes("A harbour")) expect(section(text, "Summary")).toMatch(/^A harbour/);
  });

  test("a repeated section is merged, and other headings are lowered", () => {
    const { text } = repaired(`${whole}\n\n## Summary\n\nAnd gulls.\n\n## Score\n\n5`);
    expect(section(text, "Summary")).toBe("A harbour.\n\nAnd gulls.\n\n### Score\n\n5");
  });

  test("code keeps its comments", () => {
    const code = "```sh\n# a comment\n## Timeline\n```";
    expect(repaired(whole.replace("Rain.", code)).text).toContain(`## Notable Details

${code}

## Conclusions`);
  });
});

describe("timeline entries", () => {
  test.each([
    ["00:05 A ship", "- 00:05 A ship"],
    ["- **[0:05]** – A ship", "- 00:05 A ship"],
    ["* `00:05`: A ship", "- 00:05 A ship"],
    ["1. (00:05) A ship", "- 00:05 A ship"],
    ["**00:05 - 00:09:** A ship", "- 00:05–00:09 A ship"],
    ["[00:05 – 09:00] A ship", "- 00:05 A ship"],
    ["| Time | What |\n|---|---|\n| 00:05 | A ship |", "- 00:05 A ship"],
    ["- 00:05.250 A ship", "- 00:05 A ship"],
    ["- 0:00:05 A ship", "- 00:05 A ship"],
    ["- 00:05\n  - A ship\n  - with sails", "- 00:05 A ship with sails"],
    ["- 00:20 Second\n- 00:05 First", "- 00:05 First\n- 00:20 Second"],
    ["- 00:05 One\n- 00:05 Two", "- 00:05 One Two"],
    ["It begins:\n\n- 00:05 A ship", "- 00:05 A ship"],
    ["### The morning\n\n- 00:05 A ship", "- 00:05 A ship"],
    [
      "- 00:05 A ship\n- 02:00 Too late\n  and more of that\n- 00:10 A crane",
      "- 00:05 A ship\n- 00:10 A crane",
    ],
    ["- 00:05 At 12:30 the bell rings", "- 00:05 At 12:30 the bell rings"],
    ["- 00:60 The end", "- 01:00 The end"],
    ["- 00:05", "Nothing to report."],
    ["- Later: a ship", "Nothing to report."],
  ])("%j", (given, expected) => {
    expect(section(repaired(`## Timeline\n\n${given}`).text, "Timeline")).toBe(expected);
  });

  test("have hours from one hour on", () => {
    const { text } = repaired("## Timeline\n- 75:10 a\n- 1:02:03 b\n- 59:59 c\n- 2:00:00 d", 7200);
    expect(section(text, "Timeline")).toBe("- 59:59 c\n- 1:02:03 b\n- 1:15:10 a\n- 2:00:00 d");
  });
});

test("a long answer of one repeated mark is parsed in limited time", async () => {
  const taken = await processorTime(() => {
    for (const mark of ["-", "*", "|", "#", " ", "`", "> ", "1:00 ", "\n"])
      repaired(`## Timeline\n${mark.repeat(50_000)}`, 1e6);
  });
  expect(taken).toBeLessThan(2000);
});
