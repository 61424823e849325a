import { fieldOf, isCopied, type Plain, plainNames, settingNames } from "./settings";

/** `search_in_chat` as `searchInChat`. */
type Column<Field extends string> = Field extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Column<Rest>>}`
  : Field;
/** The columns of the settings that are fields: a setting without one in `db/schema/chats.ts` does not compile. */
type PlainColumn = Column<Plain>;

/** The column of a chat that a field is kept in. */
export const columnOf = (field: string): string =>
  field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const plain = plainNames.map((setting) => ({ setting, column: columnOf(setting) as PlainColumn }));

/** The settings that are fields, as columns. */
export const columnsOf = <T extends { [S in Plain]?: unknown }>(given: T) =>
  Object.fromEntries(plain.map(({ setting, column }) => [column, given[setting]])) as {
    [S in Plain as Column<S>]: T[S];
  };

/** The settings that are fields, of a chat's columns. */
export const plainOf = <T extends Record<PlainColumn, unknown>>(chat: T) =>
  Object.fromEntries(plain.map(({ setting, column }) => [setting, chat[column]])) as {
    [S in Plain]: T[Column<S> & PlainColumn];
  };

/** What tasks and branches copy of a chat, as fields. */
export const copiedFieldsOf = (chat: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    settingNames.filter(isCopied).map((setting) => [fieldOf(setting), chat[columnOf(fieldOf(setting))]]),
  );
