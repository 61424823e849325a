// Sentences of an invented office, and labelled questions. Questions use other words than the answers wherever users
// would.

type Labelled = { query: string; passages: string[] };

const ENGLISH: Labelled[] = [
  {
    query: "how do I get my money back after a trip",
    passages: [
      "Travel expenses are reimbursed within two weeks of handing in the receipts.",
      "Hotel bills are refunded up to 140 euros a night.",
    ],
  },
  {
    query: "where can I leave my car",
    passages: ["Employees park in the garage under building C; visitors use the yard."],
  },
  {
    query: "the wifi is not working",
    passages: ["If the wireless network drops, restart the access point in the corridor."],
  },
  {
    query: "who do I call when a device is broken",
    passages: ["Broken hardware is reported to the help desk at extension 4711."],
  },
  {
    query: "vacation request deadline",
    passages: ["Leave has to be requested at least two weeks in advance."],
  },
  {
    query: "what happens when I am ill",
    passages: ["Report sick leave before nine in the morning; a doctor's note is due on the third day."],
  },
  {
    query: "vegetarian lunch",
    passages: ["The canteen has a meatless dish every day, on Fridays a soup of vegetables."],
  },
  {
    query: "door code for the weekend",
    passages: ["On Saturdays and Sundays the entrance opens with the chip and a four-digit PIN."],
  },
  {
    query: "how long is a customer's warranty",
    passages: ["Buyers can return faulty goods for repair during twenty-four months."],
  },
  { query: "price increase next year", passages: ["From January on all tariffs rise by three per cent."] },
  {
    query: "who signs contracts",
    passages: ["Agreements above 10,000 euros need the signatures of two directors."],
  },
  {
    query: "backup of the database",
    passages: ["Every night the data are copied to a second site and kept for thirty days."],
  },
  {
    query: "password forgotten",
    passages: ["Credentials can be reset on the login page; the link in the mail is valid for an hour."],
  },
  {
    query: "job interview process",
    passages: ["Applicants talk with the team first and solve a small task before an offer is made."],
  },
  { query: "when are salaries paid", passages: ["Wages arrive on the 27th of each month."] },
  { query: "extension 4711", passages: ["Broken hardware is reported to the help desk at extension 4711."] },
  {
    query: "project Falcon launch date",
    passages: [
      "Falcon goes live on the ninth of May.",
      "The launch of Falcon was moved from April because of the audit.",
    ],
  },
  {
    query: "fire alarm what to do",
    passages: ["When the siren sounds everybody leaves by the stairs and meets at the fountain."],
  },
  {
    query: "may I bring my dog",
    passages: ["Pets are allowed on the first floor if nobody in the room objects."],
  },
  { query: "working from home", passages: ["Remote work is possible on up to three days a week."] },
  {
    query: "invoice INV-2093",
    passages: ["Invoice INV-2093 was paid twice; the bank returns the second amount."],
  },
  {
    query: "our biggest competitor",
    passages: ["Nordwind sells nearly twice as many licences as we do and is our main rival."],
  },
  {
    query: "how do customers rate us",
    passages: ["In the latest survey clients gave 4.6 of 5 stars, and praised the support."],
  },
  {
    query: "gift for a colleague's birthday",
    passages: ["For birthdays the office manager collects two euros from each and buys a present."],
  },
  { query: "slow website", passages: ["Pages took six seconds to load because images were not compressed."] },
  {
    query: "data protection officer",
    passages: ["Privacy questions go to Dr. Lind, who is responsible for personal data."],
  },
  {
    query: "can I print in colour",
    passages: ["The printer on the second floor prints in black only; the one in the lobby has colours."],
  },
  {
    query: "child care",
    passages: ["A day nursery next door keeps ten places for the sons and daughters of our staff."],
  },
  {
    query: "how do we get to the trade fair",
    passages: ["A coach to the exhibition in Hanover departs at six from the main gate."],
  },
  {
    query: "security incident last month",
    passages: [
      "In October attackers tried thousands of passwords; accounts were locked and nothing was stolen.",
    ],
  },
];
const GERMAN: Labelled[] = [
  {
    query: "Wann muss ich Urlaub beantragen?",
    passages: ["Der Urlaubsantrag muss spätestens zwei Wochen vorher eingereicht werden."],
  },
  {
    query: "Reisekosten Erstattung",
    passages: ["Reisekosten werden nach Vorlage der Belege innerhalb von zehn Tagen erstattet."],
  },
  {
    query: "Wer repariert den Drucker?",
    passages: ["Defekte Drucker repariert die Haustechnik im Erdgeschoss."],
  },
  {
    query: "Öffnungszeiten der Kantine",
    passages: ["Die Kantine ist von halb zwölf bis zwei Uhr geöffnet."],
  },
  {
    query: "Kündigungsfrist für Kunden",
    passages: ["Kunden können mit einer Frist von drei Monaten zum Jahresende kündigen."],
  },
  {
    query: "Passwort vergessen",
    passages: ["Ein vergessenes Passwort setzt der Empfang nach Vorlage des Ausweises zurück."],
  },
];
const FRENCH: Labelled[] = [
  {
    query: "Quand a lieu la réunion du conseil ?",
    passages: ["La réunion du conseil est reportée au mardi suivant."],
  },
  {
    query: "remboursement des frais de voyage",
    passages: ["Les frais de voyage sont remboursés sur présentation des factures."],
  },
  {
    query: "Qui ouvre le bureau le matin ?",
    passages: ["Le bureau est ouvert chaque matin à sept heures par le gardien."],
  },
  {
    query: "augmentation des salaires",
    passages: ["Les salaires augmentent de deux pour cent au mois de mars."],
  },
];
const CHINESE: Labelled[] = [
  { query: "怎么提交请假申请", passages: ["请假申请需要提前两周提交给部门经理。"] },
  { query: "会议室预订", passages: ["三楼的会议室可以在前台预订。"] },
  { query: "出差报销需要什么", passages: ["出差报销时请附上所有发票的原件。"] },
  { query: "年终奖什么时候发", passages: ["年终奖将在一月底与工资一起发放。"] },
];

/** Distractors that answer no question, some of them similar to answers. */
const OTHERS = `The new logo has a lighter shade of blue.
Minutes of the board are kept for ten years.
The lift in building B is being repaired until Tuesday.
Please water the plants in the hall while Nora is away.
The supplier of screws has raised its minimum order.
Our newsletter goes out on the first Monday of the month.
The heating is turned down at eight in the evening.
A new coffee machine stands in the kitchen on the third floor.
The team in Porto has grown to fourteen people.
Meeting rooms are named after rivers.
The contract with the cleaning company ends in June.
Lost keys are kept at the reception.
Software licences are bought by the purchasing department.
The old archive moves to the basement in spring.
Tests run on every change before it is merged.
The summer party takes place by the lake.
Business cards are ordered in packs of two hundred.
The customer in Oslo wants a demonstration in Norwegian.
Windows are cleaned twice a year.
Trainees spend three months in each department.
The stock price rose after the quarterly report.
Our lawyers are looking into the patent.
The bicycle shed gets a roof.
Nobody has found the projector since the workshop.
Tea and fruit are free for everybody.
The carpet in the lobby will be replaced.
Sales in Spain fell behind the plan by a tenth.
The radio interview with our founder is online.
Packages are collected by the courier at four.
First-aid kits hang beside the lifts.
The choir rehearses on Wednesdays in room Danube.
The warehouse counts its stock in December.
Developers agree on a style of code.
The photo of the team is outdated.
The library has subscribed to three new journals.
We sponsor the handball club of the town.
The tax office has asked for the books of 2021.
A lamp above desk twelve flickers.
The translation into Polish is nearly done.
Noise in the open office is still a topic.
Customers in Canada receive their parcels within a week.
The chat with the press is on Thursday.
The roof carries eighty solar panels.
Our slogan was written by a former intern.
Older phones do not run the app any more.
The mug with the cracked handle belongs to Sven.
Rehearsals for the presentation begin at ten.
Every team names one person for the works council.
Der Aufzug in Haus B wird bis Dienstag repariert.
Die neue Kaffeemaschine steht im dritten Stock.
Das Sommerfest findet am See statt.
Die Fenster werden zweimal im Jahr geputzt.
Der Vertrag mit der Reinigungsfirma endet im Juni.
Visitenkarten bestellt das Sekretariat.
Im Archiv liegen Akten der letzten zehn Jahre.
Die Auszubildenden wechseln alle drei Monate die Abteilung.
La machine à café se trouve au troisième étage.
Les fenêtres sont nettoyées deux fois par an.
Le contrat avec le fournisseur prend fin en juin.
La fête d'été se déroule au bord du lac.
Les cartes de visite sont commandées par le secrétariat.
咖啡机在三楼的厨房里。
夏季聚会在湖边举行。
窗户每年清洗两次。
新的标志使用浅蓝色。
电梯维修到星期二。
快递每天下午四点来取件。`.split("\n");

const LANGUAGES = { english: ENGLISH, german: GERMAN, french: FRENCH, chinese: CHINESE };
const all = Object.values(LANGUAGES).flat();
export const PASSAGES = [...new Set([...OTHERS, ...all.flatMap(({ passages }) => passages)])];
/** `right` are indexes into `PASSAGES`. */
export const QUERIES = Object.entries(LANGUAGES).flatMap(([language, labelled]) =>
  labelled.map(({ query, passages }) => ({
    language,
    query,
    right: passages.map((passage) => PASSAGES.indexOf(passage)),
  })),
);
