/** Fills in the parameters of an operation's path. */
export const fillAddress = (
  path: string,
  { chat, group }: { chat: { uuid: string }; group: { id: string } },
) =>
  path
    .replace("{chat_id}", chat.uuid)
    .replace("{provider}", "openai")
    .replace("{service}", "mailgun")
    .replace(/\{(streaming_task_id|approval_id|question_id)\}/g, chat.uuid)
    .replace("/groups/{id}", `/groups/${group.id}`)
    .replace(/\{\w+\}/g, "1");
