import { Link } from "@/components/ui/link";
import { Block, Code, Example } from "./example";
import { Schemas } from "./group";
import type { Outline } from "./outline";
import { Inline, Prose } from "./prose";
import type { Recordings } from "./recorded";

type Props = { outline: Outline; recordings: Recordings };

/** What holds for all operations, and the groups that they come in. */
export function Overview({ outline, recordings }: Props) {
  const { server, about, credentials, groups, schemas, places } = outline;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 max-w-prose text-muted">
        Everything the workspace does goes through these operations, and your programs can use all of them.
        They are below <code className="docs-code">{server}</code>.
      </p>
      <p className="mt-3 text-sm">
        <a href="/api/v1/openapi.json" className="text-accent underline underline-offset-2">
          OpenAPI 3.1 document
        </a>
      </p>
      <ul className="my-8 grid gap-x-8 border-y border-line py-4 sm:grid-cols-2 xl:grid-cols-3">
        {groups.map(({ tag, slug, description }) => (
          <li key={slug} className="py-2 text-sm">
            <Link href={`/docs/${slug}`} className="font-medium text-accent hover:underline">
              {tag}
            </Link>
            <p className="text-muted">{description}</p>
          </li>
        ))}
      </ul>

      <Topic
        id="authentication"
        title="Authentication"
        example={<ExampleOf id="listChats" outline={outline} recordings={recordings} />}
      >
        <Prose text={credentials.Token ?? ""} />
        <p>Programs that sign people in use tokens that expire instead:</p>
        <Prose text={credentials.EmailPassword ?? ""} />
        <Prose text={credentials.LoginToken ?? ""} />
      </Topic>

      <Topic
        id="requests"
        title="Requests and lists"
        example={
          <Block title="Headers of a list">
            <Code text={headerLines(recordings.headers, (name) => !name.startsWith("ratelimit"))} />
          </Block>
        }
      >
        <p>Names are snake_case, times are UTC.</p>
        <Prose text={about} />
      </Topic>

      <Errors {...{ outline, recordings }} />

      <Topic
        id="idempotency"
        title="Idempotency"
        example={
          <ExampleOf id="sendMessage" outline={outline} recordings={recordings} headers={IDEMPOTENT} />
        }
      >
        <p>
          Send an <code className="docs-code">Idempotency-Key</code> with an operation that takes one, and
          repeat the request as often as you need to after a lost connection.
        </p>
        <Prose text={descriptionOf(outline, "Idempotency-Key")} />
      </Topic>

      <Topic
        id="streaming"
        title="Streaming"
        example={<ExampleOf id="readStream" outline={outline} recordings={recordings} />}
      >
        <Prose
          text={
            outline.groups.flatMap((g) => g.operations).find(({ id }) => id === "readStream")?.description ??
            ""
          }
        />
        <Prose text={`With \`Last-Event-ID\`: ${descriptionOf(outline, "Last-Event-ID")}`} />
        <p>
          The operations are in{" "}
          <Link href="/docs/streaming" className="text-accent underline underline-offset-2">
            Streaming
          </Link>{" "}
          and{" "}
          <Link href="/docs/live" className="text-accent underline underline-offset-2">
            Live
          </Link>
          .
        </p>
      </Topic>

      <Topic
        id="rate-limits"
        title="Rate limits"
        example={
          <Block title="Headers of an answer">
            <Code text={headerLines(recordings.headers, (name) => name.startsWith("ratelimit"))} />
          </Block>
        }
      >
        <Prose text={`${errorOf(outline, "429")} Wait that long before you try again.`} />
        <Prose text="`RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` tell with almost every answer how many requests you have left, and for how many seconds." />
      </Topic>
      <Schemas schemas={schemas} places={places} />
    </>
  );
}

const IDEMPOTENT = { "Idempotency-Key": "order-2041-question" };

function Errors({ outline: { errors }, recordings }: Props) {
  return (
    <Topic
      id="errors"
      title="Errors"
      example={["404", "422"].map((status) => (
        <Block key={status} title={`Answer ${status}`}>
          <Code text={JSON.stringify(recordings.errors[status], null, 2)} />
        </Block>
      ))}
    >
      <Prose text="What goes wrong comes as `error`, `message` and `status_code`. Input that does not fit is answered with 422 and every fault in `detail`." />
      <dl className="grid grid-cols-[2.5rem_1fr] gap-x-3 gap-y-1.5">
        {errors.map(({ status, description }) => (
          <div key={status} className="contents">
            <dt className="font-mono">{status}</dt>
            <dd className="text-muted">
              <Inline text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </Topic>
  );
}

function Topic(props: { id: string; title: string; example: React.ReactNode; children: React.ReactNode }) {
  return (
    <section id={props.id} aria-labelledby={`${props.id}-title`} className="docs-topic">
      <div className="max-w-prose space-y-3 text-sm leading-6">
        <h2 id={`${props.id}-title`}>
          <a href={`#${props.id}`}>{props.title}</a>
        </h2>
        {props.children}
      </div>
      <div className="space-y-4">{props.example}</div>
    </section>
  );
}

function ExampleOf(props: Props & { id: string; headers?: Record<string, string> }) {
  const { id, outline, recordings, headers } = props;
  const operation = outline.groups.flatMap(({ operations }) => operations).find((it) => it.id === id)!;
  const recorded = recordings.operations[id]!;
  return (
    <Example
      operation={operation}
      server={outline.server}
      recorded={{ ...recorded, headers: { ...recorded.headers, ...headers } }}
    />
  );
}

/** What a header that many operations take is for. */
const descriptionOf = ({ groups }: Outline, header: string) =>
  groups
    .flatMap(({ operations }) => operations)
    .flatMap(({ parameters }) => parameters)
    .find(({ name }) => name === header)?.description ?? "";

const errorOf = ({ errors }: Outline, wanted: string) =>
  errors.find(({ status }) => status === wanted)?.description ?? "";

const headerLines = (headers: Record<string, string>, isWanted: (name: string) => boolean) =>
  Object.entries(headers)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
