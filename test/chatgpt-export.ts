const said = (role: string, text: string) => ({
  author: { role },
  content: { content_type: "text", parts: [text] },
});

/** `conversations.json` with so many chats of a question and its answer. */
export const chatgptExport = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => ({
      title: `Chat ${n}`,
      create_time: 1_700_000_000 + n,
      conversation_id: `many-${n}`,
      mapping: {
        q: { parent: null, message: said("user", "Ask") },
        a: { parent: "q", message: said("assistant", "Answer") },
      },
      current_node: "a",
    })),
  );
