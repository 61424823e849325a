import { afterAll, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

test("the log holds an error in a page under the id that the page shows", async () => {
  const ada = await person(server.url, "Ada Example");
  const logged = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const report = {
    id: "k3j2h1",
    name: "TypeError",
    stack: "    at Message (/a.js:1:2)",
    path: "/chats/x?sid=y",
  };
  expect((await ada.api.post("/page-errors", report)).body).toEqual({ success: true });
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      page_error: "k3j2h1",
      error: "TypeError",
      user_id: ada.user.id,
      path: "/chats/x",
    }),
    "a page failed in the browser",
  );
  await ada.api.post("/page-errors", { ...report, path: `/shared/${"a-Token_".repeat(6)}` });
  expect(logged).toHaveBeenLastCalledWith(expect.objectContaining({ path: "/shared/…" }), expect.any(String));
  logged.mockClear();
  const refused = [{ id: "k3 j2" }, { stack: "x".repeat(4001) }, { path: "/".repeat(501) }];
  for (const bad of refused)
    expect((await ada.api.post("/page-errors", { ...report, ...bad })).status).toBe(422);
  expect((await ada.api.as(undefined).post("/page-errors", report)).status).toBe(401);
  expect(logged).not.toHaveBeenCalled();
});
