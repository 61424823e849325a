// Cost of a message and its reply by the number of members of the chat. The baseline is a chat of one member.
import postgres from "postgres";
import { json, MULTIPART, multipart, send } from "./http.mjs";
import { figure, load, median, rounds, spread } from "./measure.mjs";
import { measureCpuMs, readParent } from "./rig.mjs";
import { COLLEAGUES } from "./seed.mjs";

const REPLY = "Tell me. [[fake mode=tokens tokens=5]]";
const CALLERS = 4;

/** Returns the process ID of the PostgreSQL server; the embedded database is part of the product's process. */
async function findDatabase(databaseUrl) {
  if (!databaseUrl) return undefined;
  const sql = postgres(databaseUrl, { max: 1 });
  const [{ pid }] = await sql`select pid from pg_stat_activity where backend_type = 'checkpointer'`;
  await sql.end();
  return readParent(pid);
}

async function createChats({ product, sender }, members) {
  const { headers } = sender;
  const ids = [];
  for (let page = 1; ids.length < members - 1; page += 1) {
    const path = `/groups/${sender.groupId}/members?page=${page}&page_size=100`;
    const people = await json(`${product.url}/api/v1${path}`, { headers });
    ids.push(...people.map(({ id }) => id).filter((id) => id !== sender.userId));
  }
  const chats = [];
  for (let n = 0; n < CALLERS; n += 1) {
    const { id } = await json(`${product.url}/api/v1/chats`, { method: "POST", headers, body: {} });
    for (let from = 0; from < members - 1; from += 200) {
      const user_ids = ids.slice(from, Math.min(members - 1, from + 200));
      await json(`${product.url}/api/v1/chats/${id}/members`, {
        method: "POST",
        headers,
        body: { user_ids },
      });
    }
    chats.push(id);
  }
  return chats;
}

export async function membersCpu(rig) {
  const { product, sender, databaseUrl } = rig;
  const database = await findDatabase(databaseUrl);
  const measureAll = () => measureCpuMs(product.pid) + (database ? measureCpuMs(database) : 0);
  const measured = (chats) => async () => {
    const start = measureAll();
    const { times } = await load({
      callers: CALLERS,
      each: rig.quick ? 15 : 50,
      call: async (caller) => {
        const { status } = await send(`${product.url}/api/v1/chats/${chats[caller]}/messages`, {
          method: "POST",
          headers: { ...sender.headers, "content-type": MULTIPART },
          body: multipart({ message_input: REPLY, is_sync: "true" }),
        });
        if (status !== 200) throw new Error(`The product answered ${status}.`);
      },
    });
    return { times, cpu: (measureAll() - start) / times.length };
  };
  const rows = [];
  for (const members of [10, 100, COLLEAGUES + 1]) {
    const done = await rounds(rig.quick ? 2 : 4, {
      baseline: measured(await createChats(rig, 1)),
      product: measured(await createChats(rig, members)),
    });
    const of = ({ cpu }) => cpu;
    rows.push(
      figure(`members.cpu (${members.toLocaleString("en")})`, {
        product: median(done.product.map(of)),
        baseline: median(done.baseline.map(of)),
        unit: "ms",
        must: 1.2,
        target: 1.1,
        spread: spread(done.baseline.map(of)),
        note: "CPU of server and database per message and reply; baseline: a chat of one member",
      }),
    );
  }
  return rows;
}
