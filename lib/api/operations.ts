import type { Operation } from "./contract";

/** Method and path of an operation, for browsers. Only servers load its contract with the schemas. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to `/api/v1`, with `{name}` for parameters. */
  path: `/${string}`;
  /** Name of the form field for files, which makes the body a multipart form. Without it, the body is JSON. */
  files?: string;
};

const define =
  (method: Endpoint["method"]) =>
  (path: Endpoint["path"], { files }: Pick<Endpoint, "files"> = {}): Endpoint => ({ method, path, files });

export const get = define("GET");
export const post = define("POST");
export const put = define("PUT");
export const patch = define("PATCH");
export const del = define("DELETE");

type Schemas = Pick<Operation, "params" | "query" | "body" | "returns">;

/** Endpoints with the types of their operations in the contract. In browsers the schemas are undefined. */
export type Client<Contract extends Record<keyof Contract, Schemas>, Endpoints> = {
  [K in keyof Contract & keyof Endpoints]: Endpoint & Pick<Contract[K], keyof Schemas>;
};
