import { describe, expect, test } from "vitest";
import { splitWords } from "./words.mjs";

// Mails in the formats of many clients and languages. `own` lists texts that must be recognized as the sender's, and
// `quoted` lists texts that must not.
type Mail = { name: string; own: string[]; quoted: string[]; text?: string; html?: string; subject?: string };

const ATTRIBUTIONS = [
  "On Mon, Mar 2, 2026 at 10:00 AM Bob Example <bob@example.test> wrote:",
  "On 2 Mar 2026, at 10:00, Bob Example <bob@example.test> wrote:",
  "Am 02.03.2026 um 10:00 schrieb Bob Example <bob@example.test>:",
  "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Bob Example <bob@example.test>:",
  "Le lun. 2 mars 2026 à 10:00, Bob Example <bob@example.test> a écrit :",
  "El lun, 2 mar 2026 a las 10:00, Bob Example (<bob@example.test>) escribió:",
  "Il giorno lun 2 mar 2026 alle ore 10:00 Bob Example <bob@example.test> ha scritto:",
  "Op ma 2 mrt 2026 om 10:00 schreef Bob Example <bob@example.test>:",
  "Em seg., 2 de mar. de 2026 às 10:00, Bob Example <bob@example.test> escreveu:",
  "pon., 2 mar 2026 o 10:00 Bob Example <bob@example.test> napisał(a):",
  "Den mån 2 mars 2026 kl 10:00 skrev Bob Example <bob@example.test>:",
  "пн, 2 мар. 2026 г. в 10:00, Bob Example <bob@example.test>:",
  "2026年3月2日(月) 10:00 Bob Example <bob@example.test>:",
  "Bob Example <bob@example.test> 于2026年3月2日周一 10:00写道：",
  "2026년 3월 2일 (월) 오전 10:00, Bob Example <bob@example.test>님이 작성:",
  "On Mon, Mar 2, 2026 at 10:00 AM Bob Example\n<bob@example.test> wrote:",
];
const HEADER_BLOCKS = [
  "From: Bob Example <bob@example.test>\nSent: Monday, March 2, 2026 10:00\nTo: Ada <ada@example.test>\nSubject: Plans",
  "Von: Bob Example <bob@example.test>\nGesendet: Montag, 2. März 2026 10:00\nAn: Ada\nBetreff: Pläne",
  "De : Bob Example <bob@example.test>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Ada\nObjet : Projets",
  "De: Bob Example\nEnviado: lunes, 2 de marzo de 2026 10:00\nPara: Ada\nAsunto: Planes",
  "Da: Bob Example\nInviato: lunedì 2 marzo 2026 10:00\nA: Ada\nOggetto: Piani",
  "Van: Bob Example\nVerzonden: maandag 2 maart 2026 10:00\nAan: Ada\nOnderwerp: Plannen",
  "Od: Bob Example\nWysłano: poniedziałek, 2 marca 2026 10:00\nDo: Ada\nTemat: Plany",
  "От: Bob Example\nОтправлено: 2 марта 2026 г. 10:00\nКому: Ada\nТема: Планы",
  "差出人: Bob Example\n送信日時: 2026年3月2日 10:00\n宛先: Ada\n件名: 計画",
  "发件人: Bob Example\n发送时间: 2026年3月2日 10:00\n收件人: Ada\n主题: 计划",
];
const RULES = ["", "________________________________\n", "-----Original Message-----\n"];
const FOOTERS = [
  "",
  "\n\nSent from my iPhone",
  "\n\nGet Outlook for iOS",
  "\n\n-- \nAda Example\nParley Ltd.",
  "\n\nVon meinem iPhone gesendet",
];

const QUOTED = ["Quoted question about the budget?", "Quoted question about the date?"];
const FIRST = "The budget is 400 EUR.\n\nFrom: the second page of the plan\n\nIt is fine.";
const SECOND = "Tuesday suits me.";
const mark = (line: string) => `> ${line}`;

const topPosted = ATTRIBUTIONS.flatMap((line, at) =>
  FOOTERS.map(
    (footer): Mail => ({
      name: `above a marked quote, ${at} ${footer.trim()}`,
      own: FIRST.split("\n\n"),
      quoted: QUOTED,
      text: `${FIRST}${footer}\n\n${line}\n${QUOTED.map(mark).join("\n")}`,
    }),
  ),
);
const unmarked = ATTRIBUTIONS.filter((line) =>
  /<.*(wrote|schrieb|écrit|scritto|schreef|escreveu|napisał)/s.test(line),
).map(
  (line): Mail => ({
    name: `above an unmarked quote: ${line}`,
    own: FIRST.split("\n\n"),
    quoted: QUOTED,
    text: `${FIRST}\n\n${line}\n\n${QUOTED.join("\n")}`,
  }),
);
const between = ATTRIBUTIONS.map(
  (line): Mail => ({
    name: `between quoted lines: ${line}`,
    own: [FIRST.split("\n\n")[0]!, SECOND],
    quoted: QUOTED,
    text: `${line}\n\n${mark(QUOTED[0]!)}\n\n${FIRST}\n\n${mark(QUOTED[1]!)}\n>\n${SECOND}\n\n-- \nAda`,
  }),
);
const below = ATTRIBUTIONS.map(
  (line): Mail => ({
    name: `below a quote: ${line}`,
    own: [FIRST.split("\n\n")[0]!, SECOND],
    quoted: QUOTED,
    text: `${line}\n${QUOTED.map(mark).join("\n")}\n\n${FIRST}\n\n${SECOND}`,
  }),
);
const outlook = HEADER_BLOCKS.flatMap((block, at) =>
  RULES.map(
    (rule): Mail => ({
      name: `above a header block, ${at} ${rule.trim()}`,
      own: FIRST.split("\n\n"),
      quoted: QUOTED,
      text: `${FIRST}\n\n${rule}${block}\n\n${QUOTED.join("\n")}`,
    }),
  ),
);
const pages = ATTRIBUTIONS.slice(0, 8).flatMap((line): Mail[] => {
  const attribution = line.replace("<", "&lt;").replace(">", "&gt;");
  const first = FIRST.split("\n\n")
    .map((part) => `<p>${part}</p>`)
    .join("");
  const quoted = QUOTED.map((part) => `<p>${part}</p>`).join("");
  const mail = { own: FIRST.split("\n\n"), quoted: QUOTED };
  return [
    {
      ...mail,
      name: `Gmail's page: ${line}`,
      html: `<div dir="ltr">${first}</div><br><div class="gmail_quote"><div class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote" style="margin:0">${quoted}</blockquote></div>`,
    },
    {
      ...mail,
      name: `Apple's page: ${line}`,
      html: `<body>${first}<div><br><blockquote type="cite"><div>${attribution}</div><br><div>${quoted}</div></blockquote></div></body>`,
    },
    {
      ...mail,
      own: [...mail.own, SECOND],
      name: `a page with an answer below: ${line}`,
      html: `<div>${attribution}</div><blockquote type="cite">${quoted}</blockquote>${first}<p>${SECOND}</p>`,
    },
    {
      ...mail,
      quoted: [...QUOTED, "Preheader"],
      name: `a page with a preheader: ${line}`,
      html: `<div style="display:none;max-height:0">Preheader<div>Preheader</div></div>${first}<div>${attribution}</div><blockquote>${quoted}</blockquote>`,
    },
  ];
});
const outlookPages = HEADER_BLOCKS.map(
  (block, at): Mail => ({
    name: `Outlook's page, ${at}`,
    own: FIRST.split("\n\n"),
    quoted: QUOTED,
    html: `<div class="WordSection1">${FIRST.split("\n\n")
      .map((part) => `<p class="MsoNormal">${part}</p>`)
      .join("")}<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">${block
      .split("\n")
      .map(
        (line) => `<b>${line.slice(0, line.search(/[:：]/) + 1)}</b>${line.slice(line.search(/[:：]/) + 1)}`,
      )
      .join("<br>")
      .replace(
        /<([^<>]+@[^<>]+)>/g,
        "&lt;$1&gt;",
      )}</p></div>${QUOTED.map((part) => `<p>${part}</p>`).join("")}</div>`,
  }),
);
const others: Mail[] = [
  ...["From: the desk of Ada", "From: ada@example.test is my address", "Von: Hand zu Hand"].map(
    (line): Mail => ({
      name: `a line that begins like a header: ${line}`,
      own: ["See below.", line, "That is all."],
      quoted: [],
      text: `See below.\n\n${line}\n\nThat is all.`,
    }),
  ),
  ...["____________________", "--------------------", "--", "_________________________________________"].map(
    (line): Mail => ({
      name: `a rule within a text: ${line}`,
      own: ["Part one.", ...Array.from({ length: 15 }, (_, n) => `Point ${n} of part two.`)],
      quoted: [],
      text: `Part one.\n${line}\n${Array.from({ length: 15 }, (_, n) => `Point ${n} of part two.`).join("\n")}`,
    }),
  ),
  {
    name: "a form to fill in",
    own: ["Name: ____________________", "Date: ____________________", "Thanks."],
    quoted: [],
    text: "Name: ____________________\n____________________\nDate: ____________________\nThanks.",
  },
  {
    name: "a signed text",
    own: ["The budget is 400.", "-- and that is that"],
    quoted: ["BEGIN PGP", "iQEzBAEB", "Hash: SHA512"],
    text: "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nThe budget is 400.\n- -- and that is that\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n-----END PGP SIGNATURE-----\n",
  },
  ...[
    "Your e-mail client does not support HTML. View this message online.",
    "Diese Nachricht kann nur in HTML angezeigt werden.",
    "This is an HTML message.",
    "View in browser: https://example.test/view",
  ].map(
    (text): Mail => ({
      name: `a placeholder: ${text}`,
      own: ["Invoice 4711 for the platypus order: 250 EUR"],
      quoted: [text],
      text,
      html: "<p>Invoice 4711 for the platypus order: 250 EUR</p><p>Please pay within 14 days to the account that you know.</p>",
    }),
  ),
  {
    name: "a text beside its page",
    own: ["The budget is *400*."],
    quoted: [],
    text: "The budget is *400*.",
    html: "<p>The budget is <b>400</b>.</p><p style='font-size:9px'>Parley Ltd., Main Street 1</p>",
  },
];
const mails = [
  ...topPosted,
  ...unmarked,
  ...between,
  ...below,
  ...outlook,
  ...pages,
  ...outlookPages,
  ...others,
];

describe("the sender's own text of a mail", () => {
  const outcomes = mails.map((mail) => {
    const { said } = splitWords(mail);
    const missing = mail.own.filter((part) => !said.includes(part));
    const left = mail.quoted.filter((part) => said.includes(part));
    return { name: mail.name, missing, left };
  });

  test("is complete", () => {
    expect(mails.length).toBeGreaterThanOrEqual(200);
    expect(outcomes.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });

  test("contains no quoted text", () => {
    expect(outcomes.filter(({ left }) => left.length > 0)).toEqual([]);
  });
});
