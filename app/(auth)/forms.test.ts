import { afterAll, describe, expect, test } from "vitest";
import { POST as signIn } from "@/app/(auth)/login/submit/route";
import { POST as register } from "@/app/(auth)/register/submit/route";
import { PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";
import { submit } from "@/test/submit";

const server = await startServer();
afterAll(() => server.close());

describe("the registration form", () => {
  test("reports all errors together", async () => {
    const { status, body } = await submit(register, { email: "x", password: "short", full_name: " " });
    expect(status).toBe(400);
    const locations = body.faults.map(({ loc }: { loc: string[] }) => loc[1]);
    expect(new Set(locations)).toEqual(new Set(["email", "password", "full_name"]));
  });

  test.each([
    ["email", "nul\0@example.test"],
    ["email", "known"],
    ["password", "password123"],
    ["password", `${PASSWORD}\0`],
    ["full_name", "Ada\0"],
    ["group_name", "g\0"],
  ])("refuses %s %j and names the field", async (field, given) => {
    const value = given === "known" ? (await person(server.url)).email : given;
    const fields = {
      email: "new@example.test",
      password: PASSWORD,
      full_name: "Ada Example",
      [field]: value,
    };
    const { status, body } = await submit(register, fields);
    expect(status).toBe(400);
    expect(body.faults.map(({ loc }: { loc: string[] }) => loc)).toEqual([["body", field]]);
  });
});

describe("the sign-in form", () => {
  test("gives the same answer to an unknown address and to a wrong password", async () => {
    const { email } = await person(server.url);
    const wrong = await submit(signIn, { email, password: "not the right one" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ message: "Incorrect e-mail address or password.", faults: [] });
    for (const other of ["nobody@example.test", "nul\0@example.test", "no address", "x".repeat(10_000)]) {
      expect(await submit(signIn, { email: other, password: PASSWORD })).toEqual(wrong);
    }
  });

  test("names missing fields before it checks credentials", async () => {
    const { status, body } = await submit(signIn, {});
    expect(status).toBe(400);
    expect(body.faults.map(({ msg }: { msg: string }) => msg)).toEqual([
      "Enter your e-mail address.",
      "Enter your password.",
    ]);
  });
});

test.each([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.test" },
  { origin: "null" },
] as Record<string, string>[])("a form from another site is refused: %j", async (headers) => {
  const { email } = await person(server.url);
  expect((await submit(signIn, { email, password: PASSWORD }, headers)).status).toBe(403);
  const fields = { email: "evil@example.test", password: PASSWORD, full_name: "Eve" };
  expect((await submit(register, fields, headers)).status).toBe(403);
});
