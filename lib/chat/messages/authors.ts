import * as queries from "./queries";

const NAMELESS = { user: "Former member", assistant: "Former assistant", guest: "Visitor", system: "Parley" };

/** Says who wrote each of these messages, by name. */
export async function authorsOf(rows: queries.ShownMessage[]) {
  const names = await queries.authorNames({ ids: rows.map(({ message }) => message.id) });
  return ({ message }: queries.ShownMessage): string =>
    names.get(message.id) ?? importedFrom(message) ?? NAMELESS[message.userType];
}

/** Of a reply that was imported with its chat: the model that wrote it or, where that is not known, the product. */
function importedFrom({ extra }: queries.ShownMessage["message"]): string | undefined {
  const { from, model } = (extra?.imported ?? {}) as { from?: string; model?: string };
  return model ?? from;
}
