import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const specs = [
  "accessibility/accessible-pages",
  "accessibility/accessible-states",
  "accessibility/keyboard",
  "workspace/docs",
].map((name) => readFileSync(`e2e/${name}.spec.ts`, "utf8"));
const routes = globSync("app/**/page.tsx").map(
  (file) =>
    file
      .replace(/^app/, "")
      .replace(/\/\([^)]*\)/g, "")
      .replace(/\/page\.tsx$/, "") || "/",
);

test("the list of pages is not empty", () => expect(routes.length).toBeGreaterThan(50));

test.each(routes)("axe checks %s", (route) => {
  const path = route.replace(/\[\w+\]/g, "[^/]+?");
  const literal = new RegExp(`(["\`])${path}(\\?[^"\`]*)?\\1`);
  expect(specs.filter((text) => literal.test(text))).not.toHaveLength(0);
});
