export const workspaces = ["Shops", "Marketing"];

/** Chats in order of appearance, with their lines by speaker. A chat's assistant replies to each line. */
export const chats = [
  {
    name: "Lisbon shop",
    workspace: "Shops",
    members: ["ada", "ben", "chloe", "daniel"],
    says: [
      ["chloe", "Morning! The cargo bikes arrived, all six of them. Two have scratches on the frame."],
      ["ben", "Can you take photos before you sign? I'll call the supplier at ten."],
      ["chloe", "Already done, they are in the shared folder."],
      ["daniel", "I have space in the workshop this afternoon, so I can assemble three of them."],
      ["ada", "Great. Let's put one in the window by Friday."],
      [
        "ben",
        "The supplier credits us 120 euros for the scratches. @chloe-martin can you put those two on sale?",
      ],
      ["chloe", "Will do. 10 % off?"],
      ["ben", "10 % is fine."],
    ],
  },
  {
    name: "Questions about the handbook",
    workspace: "Shops",
    assistant: "guide",
    collections: ["handbook"],
    members: ["ada", "emi", "farah"],
    says: [
      ["emi", "How many days of paid leave do I have?"],
      ["farah", "Who approves travel above 500 euros?"],
      ["emi", "When does the workshop close?"],
      ["ada", "Put the opening hours into a table, please."],
    ],
  },
  {
    name: "Summer newsletter",
    workspace: "Marketing",
    assistant: "writer",
    members: ["ada", "farah"],
    goal: "A newsletter of 150 words about summer rentals. Goes out on June 12.",
    canvas:
      "# Summer on two wheels\n\nThe evenings are long, and the river path is open again.\n\n| Bike | Weekend |\n|---|---|\n| City bike | 32 € |\n| E-bike | 69 € |\n\n- [x] Prices checked by Ben\n- [ ] Photo of the river path\n",
    documents: ["rental-prices.csv"],
    says: [["farah", "What does an e-bike cost for a weekend?"]],
  },
  {
    name: "Spring campaign",
    workspace: "Marketing",
    assistant: "guide",
    members: ["ada", "ben", "farah"],
    starred: true,
    documents: ["spring-campaign.csv"],
    says: [
      ["farah", "Which region had the most orders?"],
      ["ben", "What was the revenue in the south?"],
    ],
    job: {
      name: "Campaign numbers",
      prompt: "Summarize this week's campaign numbers in three sentences.",
      cron: "0 9 * * 1",
      time_zone: "Europe/Lisbon",
    },
  },
  {
    name: "Rental interviews",
    assistant: "guide",
    members: ["ada", "emi"],
    documents: ["rental-interviews.md"],
    says: [["emi", "What did customers find confusing?"]],
    children: [
      {
        name: "Deposit wording",
        members: ["ada", "emi"],
        says: [
          ["emi", "Proposal: “We reserve 150 € on your card and release it when you return the bike.”"],
          ["ada", "Much clearer. Let's use it on the website and in the shop."],
        ],
      },
    ],
  },
  {
    name: "Friday ride",
    members: ["ada", "ben", "chloe", "daniel", "emi", "farah"],
    says: [
      ["daniel", "Who's in for the ride on Friday? 18:45 at the shop, 30 km, easy pace."],
      ["emi", "Me!"],
      ["farah", "I'm in, if somebody lends me a bike with gears 😅"],
      ["daniel", "There is a gravel bike in the rental fleet, I'll reserve it for you."],
      ["chloe", "Can't this week. Have fun!"],
    ],
    reactions: ["👍", "🎉"],
  },
  {
    name: "Notes for the bank",
    members: ["ada"],
    assistant: "writer",
    archived: true,
    says: [["ada", "What belongs in a short business plan for a second workshop?"]],
  },
];

export const direct = [
  {
    between: ["ada", "ben"],
    says: [
      ["ben", "Do you have ten minutes for the insurance offers today?"],
      ["ada", "After lunch, at two?"],
      ["ben", "Perfect."],
    ],
  },
  {
    between: ["emi", "ada"],
    says: [["emi", "The interview notes are in the library now, under Research."]],
  },
];

export const publicChat = {
  name: "Ask Harbor Bikes",
  assistant: "shop",
  members: ["ada", "chloe"],
  collections: ["prices"],
  visitors: [
    ["What does a city bike cost for a day?", "And a child seat?"],
    ["Do you repair e-bikes with a Bosch motor?"],
    ["Is there a discount for a week?", "Thanks, I'll come by tomorrow."],
  ],
};
