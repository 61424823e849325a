import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { McpOffer } from "@/components/data/suggestions";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { SearchField } from "@/components/ui/search-field";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { TypeIcon } from "@/components/ui/type-icon";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

type Prompt = Extract<McpOffer, { prompt: unknown }>["prompt"];
type Resource = Extract<McpOffer, { resources: unknown }>["resources"][number];
type Taking = {
  chatId: number;
  onText: (text: string) => void;
  onFiles: (files: File[]) => void;
  onClose: () => void;
};

export const ServerOffer = ({ offer, ...taking }: Taking & { offer: McpOffer }) =>
  "prompt" in offer ? (
    <PromptDialog prompt={offer.prompt} {...taking} />
  ) : (
    <FilesDialog resources={offer.resources} {...taking} />
  );

function useAsking<Given, Answer>(
  ask: (given: Given, signal: AbortSignal) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
) {
  const problem = useProblem();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (given: Given) => {
      stop.current = new AbortController();
      return ask(given, stop.current.signal);
    },
    onSuccess: onAnswer,
  });
  return {
    ask: mutate,
    asked: isPending ? variables : undefined,
    problem: error ? problem(error) : undefined,
  };
}

// Dialog for the arguments of a prompt; a prompt without arguments is requested immediately.
function PromptDialog({ prompt, chatId, onText, onClose }: Taking & { prompt: Prompt }) {
  const t = useTranslations("composerServers");
  const replies = useTranslations("chatReplies");
  const toast = useToast();
  const { server_id, server, name, title, description } = prompt;
  const { ask, asked, problem } = useAsking(
    (values: Record<string, string>, signal) =>
      call(mcpApi.getMcpPrompt, {
        params: { chat_id: chatId },
        body: { server_id, name, arguments: values },
        signal,
      }),
    ({ text, left_out: count }) => {
      onClose();
      // Waits until the closed dialog has returned the focus.
      requestAnimationFrame(() => onText(text));
      if (count > 0) toast(t("leftOut", { count }));
    },
  );
  const isComplete = prompt.arguments.length === 0;
  useEffect(() => {
    if (isComplete) ask({});
  }, [isComplete, ask]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asked) return;
    const fields = new FormData(event.currentTarget);
    const given = prompt.arguments.map(
      (one, at) => [one.name, String(fields.get(`argument ${at}`))] as const,
    );
    ask(Object.fromEntries(given.filter(([, value]) => value !== "")));
  };
  return (
    <Dialog open onClose={onClose} title={title ?? name}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4 p-1">
        {description && <p className="text-muted wrap-anywhere">{description}</p>}
        {prompt.arguments.map((one, at) => (
          <Field
            key={at}
            label={one.is_required ? one.name : replies("optionalField", { field: one.name })}
            help={one.description}
            required={one.is_required}
          >
            {(wiring) => <Input {...wiring} name={`argument ${at}`} maxLength={10_000} autoComplete="off" />}
          </Field>
        ))}
        <FormProblem message={problem} />
        <p role="status" className="min-h-5 text-muted">
          {asked && t("asking", { server })}
        </p>
        <FormActions onCancel={onClose} isBusy={asked !== undefined}>
          {t("insert")}
        </FormActions>
      </form>
    </Dialog>
  );
}

function FilesDialog({ resources, chatId, onFiles, onClose }: Taking & { resources: Resource[] }) {
  const t = useTranslations("composerServers");
  const [typed, setTyped] = useState("");
  const { ask, asked, problem } = useAsking(
    ({ server_id, uri }: Resource, signal) =>
      call(mcpApi.readMcpResource, { params: { chat_id: chatId }, body: { server_id, uri }, signal }),
    ({ file_name, mime_type, content }) => {
      const bytes = Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0));
      onClose();
      onFiles([new File([bytes], file_name, { type: mime_type })]);
    },
  );
  const wanted = typed.trim().toLowerCase();
  const shown = resources.filter(({ server, name, title, uri }) =>
    [server, name, title ?? "", uri].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <Dialog open onClose={onClose} title={t("files")}>
      <div className="flex flex-col gap-3 p-1">
        <SearchField label={t("search")} value={typed} onChange={setTyped} className="w-full" />
        <FormProblem message={problem} />
        {shown.length === 0 ? (
          <EmptyState title={t("noMatches")} />
        ) : (
          <ul aria-label={t("files")} className="flex flex-col">
            {shown.map((resource) => (
              <li key={`${resource.server_id} ${resource.uri}`}>
                <button
                  type="button"
                  aria-disabled={asked && true}
                  onClick={() => asked ?? ask(resource)}
                  className="flex w-full items-center gap-3 rounded-lg px-2 py-2 text-start hover:bg-hover"
                >
                  <TypeIcon type={resource.mime_type ?? ""} className="size-4 shrink-0" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{resource.title ?? resource.name}</span>
                    <span className="block truncate text-muted">{resource.server}</span>
                  </span>
                  {asked === resource && <Spinner label={t("asking", { server: resource.server })} />}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
