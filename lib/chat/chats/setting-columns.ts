import { isCopied, type Plain, plainNames, settingNames, toField } from "./settings";

type ColumnName<Field extends string> = Field extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<ColumnName<Rest>>}`
  : Field;
// Causes a type error when a setting has no column in `db/schema/chats.ts`.
type PlainColumn = ColumnName<Plain>;

export const toColumn = (field: string): string =>
  field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const plain = plainNames.map((setting) => ({ setting, column: toColumn(setting) as PlainColumn }));

export const toColumnValues = <T extends { [S in Plain]?: unknown }>(given: T) =>
  Object.fromEntries(plain.map(({ setting, column }) => [column, given[setting]])) as {
    [S in Plain as ColumnName<S>]: T[S];
  };

export const toPlainSettings = <T extends Record<PlainColumn, unknown>>(chat: T) =>
  Object.fromEntries(plain.map(({ setting, column }) => [setting, chat[column]])) as {
    [S in Plain]: T[ColumnName<S> & PlainColumn];
  };

export const getCopiedFields = (chat: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    settingNames.filter(isCopied).map((setting) => [toField(setting), chat[toColumn(toField(setting))]]),
  );
