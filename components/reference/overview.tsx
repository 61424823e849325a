import type { ReactNode } from "react";
import { getTranslations } from "@/components/i18n/server";
import { Link } from "@/components/ui/link";
import { Block, Code, Example } from "./example";
import { Schemas } from "./group";
import type { Outline } from "./outline";
import { Inline, Prose } from "./prose";
import type { Recordings } from "./recorded";

type OverviewProps = { outline: Outline; recordings: Recordings };

const code = (text: ReactNode) => <code className="docs-code">{text}</code>;

export async function Overview({ outline, recordings }: OverviewProps) {
  const t = await getTranslations("docs");
  const { server, about, credentials, groups, schemas, places } = outline;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="mt-2 max-w-prose text-muted">{t.rich("lead", { server, code })}</p>
      <p className="mt-3 text-sm">
        <a href="/api/v1/openapi.json" className="text-accent underline underline-offset-2">
          {t("openapi")}
        </a>
      </p>
      <GroupList groups={groups} />

      <Topic
        id="authentication"
        title={t("authentication")}
        example={<ExampleOf id="listChats" outline={outline} recordings={recordings} />}
      >
        <Prose text={credentials.Token ?? ""} />
        <p>{t("loginTokens")}</p>
        <Prose text={credentials.EmailPassword ?? ""} />
        <Prose text={credentials.LoginToken ?? ""} />
      </Topic>

      <Topic
        id="requests"
        title={t("requests")}
        example={
          <Block title={t("listHeaders")}>
            <Code text={headerLines(recordings.headers, (name) => !name.startsWith("ratelimit"))} />
          </Block>
        }
      >
        <p>{t("requestsHelp")}</p>
        <Prose text={about} />
      </Topic>

      <Errors {...{ outline, recordings }} />

      <Topic
        id="idempotency"
        title={t("idempotency")}
        example={
          <ExampleOf id="sendMessage" outline={outline} recordings={recordings} headers={IDEMPOTENT} />
        }
      >
        <p>{t.rich("idempotencyHelp", { code })}</p>
        <Prose text={findHeaderDescription(outline, "Idempotency-Key")} />
      </Topic>

      <Streaming {...{ outline, recordings }} />

      <Topic
        id="rate-limits"
        title={t("rateLimits")}
        example={
          <Block title={t("rateLimitHeaders")}>
            <Code text={headerLines(recordings.headers, (name) => name.startsWith("ratelimit"))} />
          </Block>
        }
      >
        <Prose text={findErrorDescription(outline, "429")} />
        <p>{t("rateLimitsWait")}</p>
        <p>{t.rich("rateLimitsHelp", { code })}</p>
      </Topic>
      <Schemas schemas={schemas} places={places} />
    </>
  );
}

const GroupList = ({ groups }: Pick<Outline, "groups">) => (
  <ul className="my-8 grid gap-x-8 border-y border-line py-4 sm:grid-cols-2 xl:grid-cols-3">
    {groups.map(({ tag, slug, description }) => (
      <li key={slug} className="py-2 text-sm">
        <Link href={`/docs/${slug}`} lang="en" className="font-medium text-accent hover:underline">
          {tag}
        </Link>
        <p lang="en" dir="ltr" className="text-muted">
          {description}
        </p>
      </li>
    ))}
  </ul>
);

const GroupLink = ({ slug, children }: { slug: string; children: ReactNode }) => (
  <Link href={`/docs/${slug}`} className="text-accent underline underline-offset-2">
    {children}
  </Link>
);

const IDEMPOTENT = { "Idempotency-Key": "order-2041-question" };

async function Streaming({ outline, recordings }: OverviewProps) {
  const t = await getTranslations("docs");
  return (
    <Topic
      id="streaming"
      title={t("streaming")}
      example={<ExampleOf id="readStream" outline={outline} recordings={recordings} />}
    >
      <Prose
        text={
          outline.groups.flatMap((g) => g.operations).find(({ id }) => id === "readStream")?.description ?? ""
        }
      />
      <p>{t.rich("streamingResume", { code })}</p>
      <Prose text={findHeaderDescription(outline, "Last-Event-ID")} />
      <p>
        {t.rich("streamingGroups", {
          streaming: (text) => <GroupLink slug="streaming">{text}</GroupLink>,
          live: (text) => <GroupLink slug="live">{text}</GroupLink>,
        })}
      </p>
    </Topic>
  );
}

async function Errors({ outline: { errors }, recordings }: OverviewProps) {
  const t = await getTranslations("docs");
  return (
    <Topic
      id="errors"
      title={t("errors")}
      example={["404", "422"].map((status) => (
        <Block key={status} title={t("responseOf", { status })}>
          <Code text={JSON.stringify(recordings.errors[status], null, 2)} />
        </Block>
      ))}
    >
      <p>{t.rich("errorsHelp", { code })}</p>
      <dl className="grid grid-cols-[2.5rem_1fr] gap-x-3 gap-y-1.5">
        {errors.map(({ status, description }) => (
          <div key={status} className="contents">
            <dt className="font-mono">{status === "else" ? t("else") : status}</dt>
            <dd lang="en" dir="ltr" className="text-muted">
              <Inline text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </Topic>
  );
}

function Topic(props: { id: string; title: string; example: ReactNode; children: ReactNode }) {
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

function ExampleOf(props: OverviewProps & { id: string; headers?: Record<string, string> }) {
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

const findHeaderDescription = ({ groups }: Outline, header: string) =>
  groups
    .flatMap(({ operations }) => operations)
    .flatMap(({ parameters }) => parameters)
    .find(({ name }) => name === header)?.description ?? "";

const findErrorDescription = ({ errors }: Outline, text: string) =>
  errors.find(({ status }) => status === text)?.description ?? "";

const headerLines = (headers: Record<string, string>, isWanted: (name: string) => boolean) =>
  Object.entries(headers)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
