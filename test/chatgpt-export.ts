const said = (role: string, text: string) => ({
  author: { role },
  content: { content_type: "text", parts: [text] },
});

/** Builds a `conversations.json` of `count` chats with a question and an answer each. */
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
