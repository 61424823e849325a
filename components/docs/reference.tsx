import { Filter } from "./filter";
import { Method, Operation } from "./operation";
import type { Outline } from "./outline";
import { ShapeParts } from "./parts";
import { Inline } from "./prose";
import { heightOf } from "./size";
import { WhenNear } from "./when-near";

const anchor = (tag: string) => `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;

/** The API reference: navigation by tag, every operation, every named schema. Readable without JavaScript. */
export function Reference({ outline: { server, groups, schemas, errors } }: { outline: Outline }) {
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-x-12 px-4 md:flex-row md:px-8">
      <Navigation groups={groups} />
      <main className="min-w-0 flex-1 pb-24 md:pt-10">
        <Introduction server={server} />
        <Errors errors={errors} />
        <p data-nothing className="hidden border-t border-line py-8 text-muted">
          No operation has these words. Try a part of its address, such as “messages”.
        </p>
        {groups.map(({ tag, operations }) => (
          <div key={tag} data-group className="mt-10">
            <h2 id={anchor(tag)} className="mb-6 scroll-mt-20 text-2xl font-semibold tracking-tight">
              {tag}
            </h2>
            {operations.map((operation) => (
              <Operation key={operation.id} operation={operation} server={server} />
            ))}
          </div>
        ))}
        <div data-group className="mt-10">
          <h2 id="schemas" className="mb-6 scroll-mt-20 text-2xl font-semibold tracking-tight">
            Schemas
          </h2>
          {schemas.map((schema) => (
            <section
              key={schema.name}
              id={`schema-${schema.name}`}
              data-search={`schema ${schema.name.toLowerCase()}`}
              className="scroll-mt-20 border-t border-line py-6"
            >
              <h3 className="mb-2 font-mono text-sm font-semibold">{schema.name}</h3>
              <WhenNear height={schema.fields ? heightOf(schema.fields) : 20}>
                <ShapeParts shape={schema} />
              </WhenNear>
            </section>
          ))}
        </div>
      </main>
    </div>
  );
}

function Navigation({ groups }: { groups: Outline["groups"] }) {
  return (
    <div className="sticky top-0 z-10 -mx-4 border-b border-line bg-surface px-4 py-3 md:mx-0 md:flex md:h-dvh md:w-64 md:shrink-0 md:flex-col md:border-0 md:px-0 md:py-10">
      <Filter />
      <nav
        aria-label="Operations"
        className="mt-4 hidden min-h-0 flex-1 overflow-y-auto pr-2 text-sm md:block"
      >
        {groups.map(({ tag, operations }) => (
          <div key={tag} data-group className="mb-4">
            <a href={`#${anchor(tag)}`} className="block py-1 font-medium hover:underline">
              {tag}
            </a>
            <ul>
              {operations.map(({ id, method, path, summary }) => (
                <li key={id} data-search={`${method} ${path} ${summary} ${id}`.toLowerCase()}>
                  <a
                    href={`#${id}`}
                    className="flex items-baseline gap-2 rounded px-1 py-1 text-muted hover:bg-sunken hover:text-ink"
                  >
                    <span className="w-12 shrink-0 text-right">
                      <Method method={method} />
                    </span>
                    <span className="min-w-0">{summary}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {["Schemas", "Errors"].map((part) => (
          <a key={part} href={`#${part.toLowerCase()}`} className="block py-1 font-medium hover:underline">
            {part}
          </a>
        ))}
      </nav>
    </div>
  );
}

const Errors = ({ errors }: Pick<Outline, "errors">) => (
  <div data-group className="mt-10">
    <h2 id="errors" className="mb-4 scroll-mt-20 text-2xl font-semibold tracking-tight">
      Errors
    </h2>
    <dl className="grid max-w-prose grid-cols-[3rem_1fr] gap-x-3 gap-y-1 text-sm">
      {errors.map(({ status, description }) => (
        <div key={status} className="contents">
          <dt className="font-mono">{status}</dt>
          <dd className="text-muted">
            <Inline text={description} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

function Introduction({ server }: { server: string }) {
  return (
    <header className="max-w-prose pt-6 md:pt-0">
      <h1 className="text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-4">
        Everything the workspace does goes through these operations, and programs may use all of them. They
        lie below <code className="break-all">{server}</code>.
      </p>
      <ul className="mt-4 list-disc space-y-1.5 pl-5 text-sm">
        <li>
          <Inline text="Make an API token under Settings, API tokens, and send it as `Authorization: Bearer …` (or `Token …`)." />
        </li>
        <li>
          <Inline text="A path works with and without its trailing slash. Names are snake_case, times are UTC." />
        </li>
        <li>
          <Inline text="Lists are bare arrays; `X-Total-Count` and `Link` tell the rest." />
        </li>
        <li>
          <Inline text="What goes wrong comes as `error`, `message`, `status_code`; input that does not fit as 422 with every fault." />
        </li>
      </ul>
      <p className="mt-4 text-sm">
        <a href="/api/v1/openapi.json" className="text-accent underline underline-offset-2">
          OpenAPI 3.1 document
        </a>
      </p>
    </header>
  );
}
