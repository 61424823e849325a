import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// Checks that links and paths in Markdown documents exist.
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path && existsSync(path));

const getText = (path: string) => readFileSync(path, "utf8").replace(/```[\s\S]*?```/g, "");

// Returns the anchors that GitHub generates for headings.
const listAnchors = (path: string) =>
  [...getText(path).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-"),
  );

const links = documents.flatMap((path) =>
  [...getText(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
    ([, link]) => [path, link!] as const,
  ),
);

test.each(links)("%s links to %s", (path, link) => {
  const [page, anchor] = link.split("#");
  const target = page ? join(dirname(path), page) : path;
  expect(existsSync(target)).toBe(true);
  if (anchor) expect(listAnchors(target)).toContain(anchor);
});

const FOLDERS = "app|bench|components|db|docs|e2e|inngest|lib|public|scripts|test";
const paths = documents
  .filter((path) => path !== "CHANGELOG.md")
  .flatMap((path) =>
    [...getText(path).matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w()./[\\]-]+)\``, "g"))].map(
      ([, named]) => [path, named!] as const,
    ),
  );

test.each(paths)("%s names %s", (_, named) => expect(existsSync(named)).toBe(true));
