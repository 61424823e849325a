import { expect, test } from "vitest";
import { isPathAllowed, MAX_ROBOTS_BYTES, parseRobots } from "./robots.mjs";

const allows = (robots: string, path: string) =>
  isPathAllowed(parseRobots(Buffer.from(robots), "ParleyBot").rules, path);
const rulesFor = (...rules: string[]) => ["User-agent: *", ...rules].join("\n");

test.each([
  // RFC 9309, section 5.2: longest match.
  [["Allow: /example/page/", "Disallow: /example/page/disallowed.gif"], "/example/page/", true],
  [
    ["Allow: /example/page/", "Disallow: /example/page/disallowed.gif"],
    "/example/page/disallowed.gif",
    false,
  ],
  [["Disallow: /a", "Allow: /a"], "/a/b", true],
  [["Allow: /*/b", "Disallow: /aaaaa"], "/aaaaa/b", false],
  // Section 2.2.3: special characters.
  [["Disallow: *.gif$"], "/a/b.gif", false],
  [["Disallow: *.gif$"], "/a/b.gif?size=1", true],
  [["Disallow: /path/file-with-a-%2A.html"], "/path/file-with-a-*.html", false],
  [["Disallow: /path/foo-%24"], "/path/foo-$", false],
  [["Disallow: /price$list"], "/price$list", false],
  [["Disallow: /a*b*c$"], "/a-b-bc-c", false],
  [["Disallow: /a*b*c$"], "/a-c-b", true],
  [["Disallow: /*aba$"], "/ababa", false],
  [["Disallow: /*abcabd"], "/xabcabcabd", false],
  [["Disallow: /$"], "/", false],
  [["Disallow: /$"], "/a", true],
  [["Disallow: /a**b"], "/a/b", false],
  // Section 2.2.2: octets are compared percent-encoded.
  [["Disallow: /foo/bar/ツ"], "/foo/bar/%E3%83%84", false],
  [["Disallow: /foo/bar/%e3%83%84"], "/foo/bar/ツ", false],
  [["Disallow: /foo/bar/%62%61%7A"], "/foo/bar/baz", false],
  [["Disallow: /a%2Fb"], "/a/b", true],
  [["disallow:/private # not for programs"], "/private/x", false],
  [["Disallow:"], "/", true],
  [["Disallow: no/path", "Disallow"], "/no/path", true],
  [["Disallow: /"], "/robots.txt", true],
])("%j decide on %s: %s", (rules, path, isAllowed) => {
  expect(allows(rulesFor(...rules), path)).toBe(isAllowed);
});

test("groups of the same user agent are merged, and override those of all user agents", () => {
  const robots = [
    "\uFEFFUser-agent: other\r",
    "User-agent: parleybot\r",
    "Crawl-delay: 2.5\r",
    "Disallow: /a\r",
    "User-agent: *\r",
    "Disallow: /",
    "User-Agent: ParleyBot",
    "Disallow: /b",
    "Sitemap: https://example.com/map.xml",
  ].join("\n");
  expect(["/a", "/b", "/c"].map((path) => allows(robots, path))).toEqual([false, false, true]);
  expect(parseRobots(Buffer.from(robots), "ParleyBot")).toMatchObject({
    crawlDelay: 2.5,
    sitemaps: ["https://example.com/map.xml"],
  });
});

test("rules beyond the last full line of the first 500 KiB are ignored", () => {
  const padding = "# comment\n".repeat(MAX_ROBOTS_BYTES / 10 - 3);
  const robots = `${rulesFor("Disallow: /early")}\n${padding}Disallow: /x/y\nDisallow: /late`;
  const { rules } = parseRobots(Buffer.from(robots), "ParleyBot");
  expect(rules.map(({ pattern }) => pattern)).toEqual(["/early"]);
});
