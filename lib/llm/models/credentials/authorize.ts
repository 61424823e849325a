import { AwsV4Signer } from "aws4fetch";
import type { Provider } from "../settings";
import type { Connection } from "../types";
import { getEntraToken } from "./entra";
import { getGoogleCloudToken, isServiceAccount } from "./google-cloud";

export type RequestToAuthorize = { url: string; method: string; body?: string };
type Headers = Record<string, string>;

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

// Headers in which SDKs send keys.
const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

// Providers whose requests aren't authorized by a constant header.
const credentials: {
  [P in Provider]?: (connection: Connection, request: RequestToAuthorize) => Promise<Headers>;
} = {
  azure: async (connection) => {
    const { apiKey = "", options } = connection;
    return options?.client_id ? bearer(await getEntraToken(connection)) : { "api-key": apiKey };
  },
  bedrock: async (connection, request) =>
    connection.options?.access_key_id ? signForAws(connection, request) : bearer(connection.apiKey ?? ""),
  vertex: async (connection) =>
    isServiceAccount(connection)
      ? bearer(await getGoogleCloudToken(connection))
      : { "x-goog-api-key": connection.apiKey ?? "" },
};

/** Returns true if the headers of a connection's requests depend on the request or on the time. */
export const needsCredentials = ({ provider }: Connection): boolean => credentials[provider] !== undefined;

/**
 * Returns the headers of a request: those of the caller, with the provider's credentials in place of the SDK's, and
 * the connection's own.
 * @throws ModelError unauthorized when no token can be obtained
 */
export async function authorize(
  connection: Connection,
  request: RequestToAuthorize,
  headers: Headers,
): Promise<Headers> {
  const issue = credentials[connection.provider];
  const others = issue
    ? Object.fromEntries(
        Object.entries(headers).filter(([name]) => !KEY_HEADERS.includes(name.toLowerCase())),
      )
    : headers;
  return { ...others, ...(await issue?.(connection, request)), ...getOwnHeaders(connection) };
}

/** Returns the headers that an admin has added to a connection. Their names are in lower case. */
export const getOwnHeaders = ({ headers, options }: Connection): Headers => ({
  ...(options?.organization && { "openai-organization": options.organization }),
  ...headers,
});

// Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
async function signForAws(
  { apiKey = "", options = {} }: Connection,
  { url, method, body }: RequestToAuthorize,
): Promise<Headers> {
  const signed = await new AwsV4Signer({
    url,
    method,
    body,
    accessKeyId: options.access_key_id ?? "",
    secretAccessKey: apiKey,
    region: options.region,
    service: "bedrock-mantle",
  }).sign();
  const { host: _host, ...headers } = Object.fromEntries(signed.headers);
  return headers;
}
