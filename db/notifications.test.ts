import postgres from "postgres";
import { expect, test } from "vitest";
import { closeDatabase, isEmbedded } from "./client";
import { listen, notify } from "./notifications";

const connect = (name: string) =>
  postgres(process.env.DATABASE_URL!, { max: 1, connection: { application_name: name } });

test.skipIf(isEmbedded())("notices are sent only while another process listens", async () => {
  // Connects under another application's name, which doesn't count as a process of this installation.
  const ear = connect("an ear");
  const [heard, alsoHeard]: [string[], string[]] = [[], []];
  await ear.listen("parley_events", (text) => alsoHeard.push(text));
  await listen("parley_events", (text) => heard.push(text));
  await notify("parley_events", "to nobody");
  const another = connect("parley of another process");
  await another`select 1`;
  let sent = 0;
  await expect
    .poll(async () => {
      await notify("parley_events", `to another ${sent++}`);
      return heard.length;
    })
    .toBeGreaterThan(0);
  await expect.poll(() => alsoHeard).toEqual(heard);
  expect(heard).not.toContain("to nobody");
  await another.end();
  await ear.end();
  await closeDatabase();
});
