import * as queries from "./queries";

const NAMELESS = { user: "Former member", assistant: "Former assistant", guest: "Visitor", system: "Parley" };

export async function loadAuthors(rows: queries.ShownMessage[]) {
  const names = await queries.mapAuthorNames({ ids: rows.map(({ message }) => message.id) });
  return ({ message }: queries.ShownMessage): string =>
    names.get(message.id) ?? getImportSource(message) ?? NAMELESS[message.userType];
}

function getImportSource({ extra }: queries.ShownMessage["message"]): string | undefined {
  const { from, model } = (extra?.imported ?? {}) as { from?: string; model?: string };
  return model ?? from;
}
