import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
};

type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number | boolean | undefined>;
  status: { code?: number; message?: string };
  events?: unknown[];
};

/** OpenTelemetry collector that receives traces as OTLP over HTTP in JSON. */
export async function startCollector() {
  const spans: Span[] = [];
  const services = new Set<string>();
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isTraces = request.method === "POST" && request.url === "/v1/traces";
    if (!isTraces || request.headers["content-type"] !== "application/json") {
      response.writeHead(400).end();
      return;
    }
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Body).resourceSpans) {
      services.add(String(getValues(resource.attributes)["service.name"]));
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: getValues(span.attributes) });
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    /** Everything received, unparsed. */
    received: () => bodies.join("\n"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const getValues = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? value.boolValue : Number(value.intValue)),
    ]),
  );
