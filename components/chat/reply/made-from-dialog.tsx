import type { Message } from "@/components/data/thread";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { listFormat, numberFormat, type Translate } from "@/lib/platform/words/translate";
import {
  listDroppedSettings,
  listFailedAttempts,
  parseContext,
  parseInstruction,
  parseUsage,
} from "./made-from-notes";

export function MadeFromDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useTranslations("chatDialogs");
  return (
    <Dialog open onClose={onClose} title={t("howMade")} isText>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {listFacts(t, message).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {listFailedAttempts(message.extra).map(({ model, reason }) => (
          <div key={model} className="contents">
            <dt className="text-muted">{t("passedOver")}</dt>
            <dd className="wrap-anywhere">
              {model}: <Reason>{reason}</Reason>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function listFacts(t: Translate<"chatDialogs">, { extra, memory_id }: Message): [string, string][] {
  const usage = parseUsage(extra);
  const context = parseContext(extra);
  const leftOut = listDroppedSettings(extra);
  const list = listFormat(t.locale, { style: "narrow" });
  const used = [
    t("theMessage"),
    context?.history_messages && t("earlierMessages", { count: context.history_messages }),
    context?.summary && t("summary"),
    context?.memories && t("memories", { count: context.memories }),
    context?.parent && t("parentChat"),
    context?.canvas && t("canvas"),
    context?.files && t("files", { count: context.files }),
  ].filter((part) => typeof part === "string");
  const seconds = numberFormat(t.locale, {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const facts: [string, string | undefined][] = [
    [t("model"), usage?.model === "builtin" ? t("documentFinder") : usage?.model],
    [t("instruction"), parseInstruction(extra)],
    [t("time"), usage?.duration_ms === undefined ? undefined : seconds.format(usage.duration_ms / 1000)],
    [t("tokens"), usage && tokens(t, usage)],
    [t("context"), context ? list.format(used) : undefined],
    [
      t("size"),
      context?.characters === undefined ? undefined : t("characters", { count: context.characters }),
    ],
    [t("leftOut"), leftOut.length > 0 ? t("leftOutHelp", { settings: list.format(leftOut) }) : undefined],
    [t("memory"), memory_id === null ? undefined : t("remembered")],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function tokens(
  t: Translate<"chatDialogs">,
  { input_tokens: input, output_tokens: output }: NonNullable<ReturnType<typeof parseUsage>>,
): string | undefined {
  if (input === undefined && output === undefined) return undefined;
  const shown = (count: number | undefined) =>
    count === undefined ? "?" : numberFormat(t.locale).format(count);
  return t("tokensUsed", { input: shown(input), output: shown(output) });
}
