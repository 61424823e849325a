import { countSharedWords } from "./words";

/** Checks what the built-in model's vectors can't tell: whether a sentence similar to a question can answer it. */

const ENGLISH =
  /\b(how|what|when|where|which|who|whom|whose|why|is|are|does|do|did|can|could|may|must|should|the|there)\b/i;

const any = (...words: string[]) => new RegExp(`\\b(${words.join("|")})\\b`, "i");
const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter";
const DAYS =
  "(mon|tues|wednes|thurs|fri|satur|sun|work|week)days?|weekends?|noon|midnight|morning|evening|today|tomorrow";
const SPANS = "seconds?|minutes?|hours?|days?|weeks?|months?|years?";
const OFTEN =
  "every|each|daily|weekly|monthly|yearly|annually|once|twice|always|never|immediately|until|before|after|during";
const CLOCK =
  "\\d{1,2}([:.]\\d\\d)? ?(am|pm|o'clock)|\\d{1,2}:\\d\\d|(at|from|to|until|past) (\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const DATES = "(1[0-9]|20)\\d\\d|\\d{1,2}\\.\\d{1,2}|\\d+(st|nd|rd|th)|first|last";
const NUMBERS =
  "\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|quarter|tenth|once|twice|nobody|no|all|every";

const WHEN = any(MONTHS, DAYS, SPANS, OFTEN, CLOCK, DATES);
const FIGURE = any(NUMBERS);
const MONEY =
  /[€$£¥]|\b(euros?|dollars?|pounds?|francs?|cents?|eur|usd|gbp|chf|free of (charge|cost)|for free)\b/i;

const WANTED: [RegExp, RegExp][] = [
  [any("costs?", "prices?", "expensive", "fees?"), MONEY],
  [any("how (much|many)"), FIGURE],
  [
    any("how (heavy|light)", "weight", "weigh"),
    any("\\d* ?(kg|kilos?|kilograms?|grams?|g|tons?|tonnes?|pounds?|lbs?)"),
  ],
  [any("how (warm|hot|cold)", "temperature"), /°|\bdegrees?\b/i],
  [any("how loud"), any("decibels?", "\\d* ?db", "loud", "noise")],
  [any("how old"), any(SPANS, DATES)],
  [
    any("how (big|large|tall|high|far|wide|deep)"),
    any(
      "\\d* ?(mm|cm|m|km|ha|m²|m2)",
      "(square )?(centi|kilo)?met(er|re)s?",
      "hectares?",
      "acres?",
      "miles?",
      "inch(es)?",
      "feet",
      "floors?",
      "percent",
      "euros?",
    ),
  ],
  [
    any("how (long|often|soon|quickly)"),
    any(SPANS, OFTEN, MONTHS, DAYS, "\\d* ?(cm|m|km)", "met(er|re)s?", "characters?"),
  ],
  [any("(phone|telephone|fax|account|policy|extension) number", "postal code"), /\d{3}/],
  [/^\W*((since|until|by|at|on) )?(when|(what|which) (time|days?))\b/i, WHEN],
  [any("e-?mail"), /@/],
];

const NAMED = /\b(?=[\p{L}-]*\d)(?=[\d-]*\p{L})[\p{L}\d-]+/gu;
const COUNTED = /\bhow many ((?:\p{L}+ ?){1,3})/iu;

// Questions about kinds of something. Only sentences that list several things answer them; other sentences on the
// subject merely share words.
const KINDS = /\b(what|which) (kinds?|sorts?|types?)\b/i;
const NAMES_SEVERAL = /,.+(,|\band\b|\bor\b)|:|\b(such as|for example|called|namely)\b/i;

/** Returns true if a sentence contains what the question asks for, judged by words. Supports English questions only. */
export function canAnswer(question: string, sentence: string): boolean {
  if (!ENGLISH.test(question) || sentence.startsWith("#")) return false;
  const told = sentence.toLowerCase();
  const named = question.toLowerCase().match(NAMED) ?? [];
  if (named.some((name) => !told.includes(name))) return false;
  if (KINDS.test(question) && !NAMES_SEVERAL.test(sentence)) return false;
  const [, counted] = COUNTED.exec(question) ?? [];
  if (counted && countSharedWords(counted, sentence) === 0) return false;
  return WANTED.every(([asks, tells]) => !asks.test(question) || tells.test(sentence));
}
