export const PASSWORD = "harbor-sample-password";

export const GROUP = "Harbor Bikes";

/** The first owns the installation, the second is an admin. */
export const people = [
  { key: "ada", name: "Ada Keller" },
  { key: "ben", name: "Ben Ortiz", role: "admin" },
  { key: "chloe", name: "Chloe Martin" },
  { key: "daniel", name: "Daniel Okafor" },
  { key: "emi", name: "Emi Tanaka" },
  { key: "farah", name: "Farah Haddad" },
].map((person) => ({ ...person, email: `${person.key}@harbor.example` }));

export const assistants = [
  {
    key: "guide",
    name: "Guide",
    mention_name: "guide",
    description: "Answers questions about how we work, from the handbook.",
    instructions:
      "You know the handbook of Harbor Bikes. Answer in two or three sentences and cite the page.",
    greeting: "Hi! Ask me anything about working at Harbor Bikes.",
    suggested_questions: ["How many days of leave do I have?", "Who approves travel?"],
    avatar: "🧭",
  },
  {
    key: "writer",
    name: "Writer",
    mention_name: "writer",
    description: "Drafts newsletters, posts and replies to customers.",
    instructions: "Write in the voice of a friendly bike shop: short sentences, no exclamation marks.",
    avatar: "✍️",
  },
  {
    key: "shop",
    name: "Shop assistant",
    mention_name: "shop",
    description: "Helps visitors of our website.",
    instructions:
      "Help visitors with rentals, repairs and opening hours. Offer a callback when you are unsure.",
    greeting: "Welcome to Harbor Bikes. How can I help?",
    suggested_questions: ["What does a rental cost?", "Can you repair an e-bike?"],
    avatar: "🚲",
  },
];

export const memories = ["Prefers short answers with a table", "Works from the Lisbon shop on Fridays"];
