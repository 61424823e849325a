import type { ReactNode } from "react";
import { createMomentFormatters } from "@/components/i18n/moments";
import { getTranslations } from "@/components/i18n/server";
import { Markdown } from "@/components/markdown/markdown";
import { PAGE_WORK_BUDGET, renderOnServer } from "@/components/markdown/server-markdown";
import { Work } from "@/lib/platform/markdown/work.mjs";
import { PrintedDocument } from "./printed-document";

type Printed = {
  name: string;
  messages: { author: string; text: string; created_at: string; edited: boolean; files: string[] }[];
  isWhole: boolean;
  others?: string;
  isForPaper?: boolean;
  timeZone: string;
  nav: ReactNode;
  about?: ReactNode;
};

export async function PrintedChat({
  name,
  messages,
  isWhole,
  others = "",
  isForPaper = false,
  timeZone,
  nav,
  about,
}: Printed) {
  const t = await getTranslations("print");
  const markdown = await getTranslations("markdown");
  const moments = createMomentFormatters(await getTranslations("moments"), timeZone);
  const work = new Work(PAGE_WORK_BUDGET);
  return (
    <PrintedDocument {...{ name, nav, isForPaper }}>
      {about}
      {!isWhole && (
        <p className="mt-2 text-sm text-muted">{t("newest", { count: messages.length, others })}</p>
      )}
      {messages.length === 0 && <p className="mt-6 text-muted">{t("empty")}</p>}
      {messages.map(({ author, text, created_at, edited, files }, index) => (
        <article key={index} aria-label={t("messageFrom", { name: author })} className="mt-6">
          <h2 className="flex flex-wrap items-baseline gap-x-3 border-b pb-1 text-sm font-semibold wrap-anywhere">
            {author}
            <time dateTime={created_at} className="font-normal text-muted">
              {edited ? t("edited", { time: moments.fullTime(created_at) }) : moments.fullTime(created_at)}
            </time>
          </h2>
          <div className="mt-2">{renderOnServer(markdown, text, work) ?? <Markdown text={text} />}</div>
          {files.length > 0 && (
            <ul className="mt-2 list-disc ps-5 text-sm text-muted wrap-anywhere">
              {files.map((file, place) => (
                <li key={place}>{file}</li>
              ))}
            </ul>
          )}
        </article>
      ))}
    </PrintedDocument>
  );
}
