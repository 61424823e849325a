"use client";

import { use, useEffect, useId, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { call } from "@/lib/api/client";
import { openapiApi } from "@/lib/channels/openapi-document/operations";
import { numberFormat, type Translate } from "@/lib/platform/words/translate";
import { type ApiDocument, buildOutline, type OperationOutline } from "./outline";

type TryResult = { status: number; text: string; milliseconds: number } | { failure: string };

// Token entered last, shared by all panels and lost on reload.
let lastToken = "";

// All operations, loaded with the first panel rather than with the page.
let operations: Promise<OperationOutline[]> | undefined;
const load = () =>
  call(openapiApi.getOpenapiDocument)
    .then((document) => buildOutline(document as ApiDocument).groups.flatMap((group) => group.operations))
    .catch(() => []);

export default function TryPanel({ id }: { id: string }) {
  const t = useTranslations("docs");
  operations ??= load();
  const operation = use(operations).find((candidate) => candidate.id === id);
  const isMissing = operation === undefined;
  useEffect(() => {
    // Reset on unmount rather than immediately: a rerender of this panel would suspend forever.
    if (!isMissing) return;
    return () => {
      operations = undefined;
    };
  }, [isMissing]);
  if (!operation) {
    return <p className="mt-3 text-sm text-danger">{t("notRead")}</p>;
  }
  return <CallForm operation={operation} />;
}

function CallForm({ operation }: { operation: OperationOutline }) {
  const t = useTranslations("docs");
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<TryResult>();
  const { parameters, body } = operation;
  const isForm = body !== undefined && body.mediaType !== "application/json";

  async function send(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    lastToken = String(given.get("credential:token") ?? "").trim();
    setBusy(true);
    setResult(await callFor(t, operation, given));
    setBusy(false);
  }

  return (
    <form onSubmit={send} className="mt-3 space-y-4 rounded-lg border border-line p-4">
      <p className="text-sm text-muted">{t("realCall")}</p>
      {operation.credentials !== "none" && (
        <TextField
          name="credential:token"
          label={t(operation.credentials === "token" ? "token" : "loginToken")}
          type="password"
          initial={lastToken}
        />
      )}
      {parameters.map((field) => (
        <TextField
          key={field.name}
          name={`${field.in}:${field.name}`}
          label={field.name}
          hint={field.type.endsWith("[]") ? t("separatedByCommas", { type: field.type }) : field.type}
          required={field.required}
        />
      ))}
      {isForm &&
        (body.shape.fields ?? []).map((field) => (
          <TextField
            key={field.name}
            name={`body:${field.name}`}
            label={field.name}
            hint={field.type}
            required={field.required}
            type={field.type.startsWith("file") ? "file" : field.name === "password" ? "password" : "text"}
          />
        ))}
      {body && !isForm && <JsonField example={body.example} />}
      <button
        type="submit"
        disabled={isBusy}
        className="rounded-lg bg-accent px-3 py-1.5 text-sm font-medium text-on-accent disabled:opacity-60"
      >
        {isBusy ? t("sending") : t("send", { method: operation.method })}
      </button>
      <div aria-live="polite">{result && <Answer result={result} />}</div>
    </form>
  );
}

function TextField(props: {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  type?: string;
  initial?: string;
}) {
  const id = useId();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="font-mono text-[0.8125rem]">
        {props.label}
        {props.hint && <span className="ms-2 text-muted">{props.hint}</span>}
      </label>
      <input
        id={id}
        name={props.name}
        type={props.type ?? "text"}
        multiple={props.type === "file"}
        required={props.required}
        defaultValue={props.type === "file" ? undefined : props.initial}
        autoComplete="off"
        className="mt-1 block w-full rounded-lg border border-line bg-surface px-3 py-1.5 text-base sm:text-sm"
      />
    </div>
  );
}

function JsonField({ example }: { example: unknown }) {
  const t = useTranslations("docs");
  const id = useId();
  const text = JSON.stringify(example, null, 2);
  return (
    <div className="text-sm">
      <label htmlFor={id} className="font-mono text-[0.8125rem]">
        {t("bodyLabel")}
        <span className="ms-2 text-muted">JSON</span>
      </label>
      <textarea
        id={id}
        name="body"
        defaultValue={text}
        rows={Math.min(14, text.split("\n").length + 1)}
        spellCheck={false}
        className="mt-1 block w-full rounded-lg border border-line bg-surface px-3 py-2 font-mono text-base sm:text-[0.8125rem]"
      />
    </div>
  );
}

function Answer({ result }: { result: TryResult }) {
  const t = useTranslations("docs");
  if ("failure" in result) return <p className="text-sm text-danger">{result.failure}</p>;
  const { status, text, milliseconds } = result;
  return (
    <div className="space-y-2">
      <p className="text-sm">
        <strong className={status < 400 ? "text-success" : "text-danger"}>{status}</strong>
        <span className="ms-2 text-muted">
          {numberFormat(t.locale, { style: "unit", unit: "millisecond" }).format(milliseconds)}
        </span>
      </p>
      {text && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-lg bg-sunken p-3 font-mono text-[0.8125rem]"
        >
          {text}
        </pre>
      )}
    </div>
  );
}

const MAX_SHOWN_LENGTH = 100_000;

async function callFor(
  t: Translate<"docs">,
  operation: OperationOutline,
  form: FormData,
): Promise<TryResult> {
  const started = performance.now();
  try {
    const { address, request } = buildRequest(operation, form);
    const response = await fetch(address, request);
    const text = formatJson(await response.text());
    return { status: response.status, text, milliseconds: Math.round(performance.now() - started) };
  } catch {
    return { failure: t("failed") };
  }
}

function buildRequest(
  operation: OperationOutline,
  form: FormData,
): { address: string; request: RequestInit } {
  const valuesIn = (place: string) =>
    [...form].flatMap(([key, value]): [string, FormDataEntryValue][] =>
      key.startsWith(`${place}:`) && value !== "" && !isNoFile(value)
        ? [[key.slice(place.length + 1), value]]
        : [],
    );
  const inPath = Object.fromEntries(valuesIn("path"));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(inPath[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of valuesIn("query")) {
    const isList = operation.parameters.find((parameter) => parameter.name === name)?.type.endsWith("[]");
    for (const item of isList ? String(value).split(",") : [String(value)]) query.append(name, item.trim());
  }
  const headers = new Headers(Object.fromEntries(valuesIn("header")) as Record<string, string>);
  if (lastToken && operation.credentials !== "none") headers.set("authorization", credential(lastToken));
  const body = buildBody(operation, form, valuesIn("body"));
  if (typeof body === "string") headers.set("content-type", "application/json");
  const search = query.size > 0 ? `?${query}` : "";
  return { address: `/api/v1${path}${search}`, request: { method: operation.method, headers, body } };
}

const isNoFile = (value: FormDataEntryValue) =>
  value instanceof File && value.size === 0 && value.name === "";
const credential = (token: string) =>
  /^(Bearer|Token) /i.test(token) ? token : token.startsWith("plt_") ? `Token ${token}` : `Bearer ${token}`;

function buildBody({ body }: OperationOutline, form: FormData, fields: [string, FormDataEntryValue][]) {
  if (!body) return undefined;
  if (body.mediaType === "application/json") return String(form.get("body") ?? "") || undefined;
  if (body.mediaType !== "multipart/form-data") {
    return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  }
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

function formatJson(text: string): string {
  const shown = text.slice(0, MAX_SHOWN_LENGTH);
  try {
    return JSON.stringify(JSON.parse(shown), null, 2);
  } catch {
    return shown;
  }
}
