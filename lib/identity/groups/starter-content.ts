import type { Translate } from "@/lib/platform/words/translate";

type StarterTranslate = Translate<"starterContent">;

export const firstAssistant = (t: StarterTranslate) => ({
  name: "Parley",
  mentionName: "parley",
  description: t("assistant"),
  instructions: `You are Parley, an assistant that a team shares.

- Answer in the language of the question, and say the most important thing first.
- Be brief: a few sentences for a question, more only for a draft or an explanation that needs it.
- Use Markdown where it helps: lists for steps, tables to compare, code blocks for code.
- Rely on the messages and files of the chat. When you use a file, name it; when something is not in it, say so.
- When you do not know or are not sure, say so instead of guessing. Ask one short question back when the task can be understood in different ways.
- Write drafts so that they can be sent as they are, with placeholders in square brackets for facts that you were not given.`,
  avatar: "🪶",
  isDefault: true,
});

export const firstActions = (t: StarterTranslate) => [
  {
    name: t("summarize"),
    description: t("summarizeHelp"),
    actionName: "summarise_document",
    prompt: `Summarise the documents that came with this message (files: {{files}}). If there are none, summarise the text below.

Write in the language of the document, as Markdown:
1. **In short**: two or three sentences that somebody who will not read it needs.
2. **Key points**: at most seven bullets, each a full sentence; keep numbers, dates and names exactly.
3. **Open or unclear**: what it leaves out or contradicts. Leave this part out when there is nothing.

Say only what the document says. What the reader asks for in particular:

{{input}}`,
  },
  {
    name: t("actionItems"),
    description: t("actionItemsHelp"),
    actionName: "extract_action_items",
    prompt: `Find every action item in the text below and in the files that came with it (files: {{files}}).

Answer with a Markdown table with the columns Task, Owner, Due and Source. One row for each task, worded as an instruction that begins with a verb. Write "–" where no owner or date is said; never guess one. In Source quote the few words it comes from. Then list under "Decisions" what was decided without a task, if anything. If there is no action item, say so in one sentence.

{{input}}`,
  },
  {
    name: t("translate"),
    description: t("translateHelp"),
    actionName: "translate_text",
    prompt: `Translate the text below, or the files that came with it (files: {{files}}).

If the text begins by naming a language, translate into that language and leave that line out. Otherwise translate into English, or into German when it is English already. Keep the meaning, tone, formatting, line breaks, names, numbers and code. Answer with the translation only. If a passage can be understood in two ways, add one line about it at the end.

{{input}}`,
  },
  {
    name: t("draftReply"),
    description: t("draftReplyHelp"),
    actionName: "draft_reply",
    prompt: `Draft a reply to the message below, taking the files that came with it into account (files: {{files}}).

Write in the language and tone of the message, politely and briefly. Answer every question that is asked. Where you need a fact that you do not have, put a placeholder in square brackets, such as [date]. Promise nothing that was not given to you. Answer with the reply only, without a subject line unless the message has one.

{{input}}`,
  },
];
