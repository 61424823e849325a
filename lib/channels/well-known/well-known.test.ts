import { afterAll, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { isPathAllowed, parseRobots } from "@/lib/platform/robots-txt/robots.mjs";
import { startServer } from "@/test/server";

process.env.SECURITY_CONTACT = "security@example.com, https://example.com/report";
const server = await startServer();
afterAll(() => server.close());

const read = async (path: string) => {
  const answer = await fetch(server.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test("well-known files are served as text at the root with a cache lifetime", async () => {
  for (const path of [
    "/robots.txt",
    "/llms.txt",
    "/security.txt",
    "/.well-known/security.txt",
    "/robots.txt?a=b",
  ]) {
    const { status, headers, text } = await read(path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/plain; charset=utf-8"]);
    expect(headers.get("cache-control")).toBe("public, max-age=3600");
    expect(text).toMatch(/\S\n$/);
    const post = await fetch(server.url + path, { method: "POST" });
    expect([path, post.status, post.headers.get("allow")]).toEqual([path, 405, "GET"]);
  }
  expect((await read("/api/v1/robots.txt")).status).toBe(200);
  expect((await read("/humans.txt")).status).toBe(404);
});

test("crawlers are allowed for pages of public chats, but not for the workspace", async () => {
  const { text } = await read("/robots.txt");
  const { rules } = parseRobots(Buffer.from(text), "Googlebot");
  const may = (path: string) => isPathAllowed(rules, path);
  expect(["/public/chats/1", "/public-chat/a.js", "/docs", "/llms.txt"].filter((path) => !may(path))).toEqual(
    [],
  );
  const closed = ["/", "/login", "/chats/1", "/shared/x", "/join/x", "/api/v1/chats", "/settings"];
  expect(closed.filter(may)).toEqual([]);
});

test("security.txt has contacts and an expiry date", async () => {
  const { text } = await read("/.well-known/security.txt");
  const fields = text
    .trim()
    .split("\n")
    .map((line) => line.split(/: (.*)/).slice(0, 2));
  expect(fields.map(([name]) => name)).toEqual(["Contact", "Contact", "Expires", "Canonical"]);
  expect(fields.map(([, value]) => value)).toEqual([
    "mailto:security@example.com",
    "https://example.com/report",
    expect.any(String),
    expect.stringMatching(/^http.*\/\.well-known\/security\.txt$/),
  ]);
  const days = (Date.parse(fields[2]![1]!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(80);
  expect(days).toBeLessThan(365);
  expect((await read("/security.txt")).text).toBe(text);
});

test("llms.txt contains only addresses that exist", async () => {
  const { text } = await read("/llms.txt");
  expect(text).toMatch(/^# Parley\n\n> .+\n/);
  const paths = [...text.matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths.filter((it) => !it.startsWith("/docs"))) {
    const operation = routes.find((route) => `/api/v1${route.operation.path}` === path);
    expect([path, operation !== undefined || (await read(path)).status === 200]).toEqual([path, true]);
  }
});
