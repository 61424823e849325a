const handbook = `# Handbook

## Leave

Everyone has 28 days of paid leave a year. Request leave two weeks ahead in the calendar; your shop lead approves it.
Up to five days can be carried over until the end of March.

## Travel

Travel above 500 euros needs the approval of Ada Keller. We take the train for trips under six hours.
Meals are refunded up to 45 euros a day.

## Opening hours

The shops are open Monday to Saturday from 9:00 to 18:30. The workshop closes at 17:00.

## Safety

Test rides need a helmet and an ID. A bike that returns from a test ride is checked before it goes back on the floor.
`;

const rentals = `Bike,Day,Weekend,Week
City bike,18 EUR,32 EUR,90 EUR
Gravel bike,29 EUR,52 EUR,149 EUR
E-bike,39 EUR,69 EUR,199 EUR
Cargo bike,45 EUR,80 EUR,229 EUR
Child seat,5 EUR,8 EUR,20 EUR
`;

const repairs = `# Repairs

A basic service costs 49 euros and takes two days: brakes, gears, tires, bolts.
A full service costs 119 euros and takes four days; it includes cleaning and new cables.
We repair e-bikes with Bosch and Shimano motors. Batteries are tested for 25 euros.
Bikes that were bought here get their first service for free within six months.
`;

const campaign = `Region,Orders,Revenue,Change
North,1284,96300,12
South,1907,141120,31
Online,3452,208400,8
`;

const interviews = `# Rental interviews, May

Twelve customers, twenty minutes each.

- Nine found the deposit confusing: they expected it to be charged.
- Seven would book a helmet together with the bike.
- Four wanted to return the bike at another shop.
- Nobody had noticed the weekly price.
`;

export const collections = [
  { key: "handbook", name: "Handbook", description: "How we work" },
  { key: "prices", name: "Prices and services", description: "What customers may know" },
];

export const documents = [
  { name: "handbook.md", text: handbook, folder: "Company", collection: "handbook" },
  { name: "rental-prices.csv", text: rentals, folder: "Shop", collection: "prices" },
  { name: "repairs.md", text: repairs, folder: "Shop", collection: "prices" },
  { name: "spring-campaign.csv", text: campaign, folder: "Marketing" },
  { name: "rental-interviews.md", text: interviews, folder: "Research" },
];

export const tasks = [
  {
    name: "Weekly report",
    description: "Collects what happened in a shop during the week.",
    mention_name: "weekly-report",
    fields: {
      name: "Weekly report",
      goal: "A report of one page: sales, repairs, rentals, people, one thing to improve.",
      canvas:
        "# Weekly report\n\n## Sales\n\n## Repairs\n\n## Rentals\n\n## People\n\n## One thing to improve\n",
      page_type: "canvas",
    },
  },
  {
    name: "Reply to a complaint",
    description: "A calm reply that names the next step.",
    fields: {
      name: "Complaint",
      goal: "Draft a reply that apologizes once, explains and offers the next step.",
    },
  },
];

export const actions = [
  {
    name: "Summarize",
    action_name: "summarize",
    description: "Three bullet points",
    prompt: "Summarize the following text in three bullet points:\n\n{{input}}",
  },
  {
    name: "Translate to German",
    action_name: "german",
    description: "For customers in Hamburg",
    prompt: "Translate the following text to German, in a friendly tone:\n\n{{input}}",
  },
];
