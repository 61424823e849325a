import { services } from "@/app/services";
import { loadTexts } from "@/lib/platform/words/catalogue";
import { getRequestLanguage, renderPlainPage } from "../plain-page";

/** Asks for confirmation: mail scanners open links, so a GET must not change anything. */
export async function GET(request: Request): Promise<Response> {
  const language = getRequestLanguage(request);
  const { stopMails: title, stopMailsHelp: text } = await loadTexts(language, "visitorPage");
  return renderPlainPage(200, language, { title, text, button: title });
}

/**
 * Unsubscribes, from the page above or with one click in a mail client (RFC 8058). The token in the address is the
 * only credential.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const language = getRequestLanguage(request);
  const texts = await loadTexts(language, "visitorPage");
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isStopped = await services().handover.stopMails((await params).id.toLowerCase(), token);
  return isStopped
    ? renderPlainPage(200, language, { title: texts.mailsStopped, text: texts.stopMailsHelp })
    : renderPlainPage(410, language, { title: texts.linkOver, text: texts.linkOverHelp });
}
