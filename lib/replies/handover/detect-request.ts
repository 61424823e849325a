import type { Language } from "@/lib/platform/words/languages";

// Regular expressions that recognize a request for a human: a verb and a noun within one sentence in either order,
// or a phrase that suffices alone.
type Asking = { talking: string; person: string; alone: string };

const ASKING: Record<Language, Asking> = {
  en: {
    talking:
      "speak|talk|chat with|connect (?:me|us)|transfer (?:me|us)|put (?:me|us) through|hand (?:me|us) over|get me|contact|reach|call me",
    person:
      "(?:a|an|some|real|actual|live|another) (?:human|person|human being|agent|representative|operator|advisor|employee)|humans?|someone (?:from|of|in|on|at) (?:your|the) \\p{L}+|somebody real|someone real|customer (?:service|support)|(?:your|the|a|support|sales|service) (?:staff|team|colleagues?|agent)|a (?:staff|team) member|support",
    alone:
      "(?:real|actual|live) (?:human|person|agent)|(?:need|want) a human|human (?:agent|support|operator|please)|(?:talk|speak) (?:to|with) (?:someone|somebody|anyone|anybody)",
  },
  de: {
    talking:
      "sprechen|spreche|reden|chatten|verbinden|verbinde|verbunden|weiterleiten|kontaktieren|kontakt|erreichen",
    person:
      "mensch|menschen|menschlichen? \\p{L}+|(?:echte|richtige)[nrms]? (?:person|ansprechpartner)|mitarbeiter(?:in|n)?|kundenberater(?:in)?|berater(?:in)?|ansprechpartner(?:in)?|sachbearbeiter(?:in)?|ihrem team|eurem team|kundendienst|kundenservice|kundensupport|support",
    alone:
      "mit (?:jemande[mn]|einem|einer) (?:echten? |richtigen? )?(?:sprechen|reden|person (?:sprechen|reden)|menschen)|(?:echte[rn]?|richtige[rn]?) mensch(?:en)?",
  },
  fr: {
    talking:
      "parler|parle|discuter|échanger|joindre|contacter|passez-moi|passe-moi|transférez-moi|mettez-moi|relation",
    person:
      "humain|un humain|une personne|vraie personne|conseill(?:er|ère)|un agent|une agente|opérat(?:eur|rice)|collaborat(?:eur|rice)|votre équipe|service client|service clientèle|support",
    alone:
      "(?:parler|discuter) (?:à|avec) quelqu['’]un|(?:vrai|vraie|véritable) (?:humain|personne|être humain)",
  },
  es: {
    talking: "hablar|conversar|comunicarme|contactar|páseme|pásame|póngame|transfiérame|conécteme",
    person:
      "humano|humana|una persona|persona real|un agente|una agente|operador|operadora|representante|asesor|asesora|su equipo|vuestro equipo|atención al cliente|soporte",
    alone: "(?:hablar|conversar) con alguien|(?:ser humano|persona) (?:real|de verdad)",
  },
  pt: {
    talking: "falar|conversar|contactar|contatar|transfira-me|me transfira|me passe|passe-me",
    person:
      "humano|humana|uma pessoa|pessoa real|um agente|atendente|operador|operadora|representante|sua equipe|vossa equipa|suporte|atendimento",
    alone: "(?:falar|conversar) com alguém|(?:pessoa|humano) de verdade",
  },
  it: {
    talking: "parlare|parlo|chattare|contattare|mi passi|passami|passatemi|mettetemi",
    person:
      "umano|una persona|persona reale|operatore|operatrice|un agente|addetto|addetta|consulente|vostro team|servizio clienti|assistenza clienti|assistenza umana",
    alone: "(?:parlare|chattare) con qualcuno|(?:essere umano|persona) (?:vero|vera|reale)",
  },
  nl: {
    talking: "spreken|spreek|praten|chatten|contact|doorverbinden|doorverbonden|verbinden",
    person:
      "een mens|mensen|een persoon|echt persoon|medewerker|medewerkster|een agent|adviseur|jullie team|uw team|klantenservice|klantendienst",
    alone:
      "(?:met|aan) iemand (?:spreken|praten|chatten)|(?:spreken|praten) met iemand|echt (?:mens|persoon)",
  },
  pl: {
    talking:
      "porozmawiać|rozmawiać|rozmowy|rozmowę|rozmowa|pogadać|połącz|połączyć|połączenie|połączcie|skontaktować|kontakt|kontaktu",
    person:
      "człowiek|człowiekiem|człowieka|konsultant|konsultantem|konsultantką|konsultanta|pracownikiem|pracownika|doradcą|doradcy|agentem|agenta|żywą osobą|prawdziwą osobą|waszym zespołem|obsługą klienta|obsługi klienta",
    alone: "(?:porozmawiać|rozmawiać|pogadać) z kimś|prawdziwym człowiekiem",
  },
  ja: {
    talking: "話|はな|つな|繋|代わ|替わ|かわ|連絡|相談|お願い|チャット|呼んで|希望",
    person: "人間|担当者|担当の方|オペレーター?|スタッフ|係員|係の人|有人|サポート(?:の方|の人|担当)",
    alone: "有人(?:対応|チャット|サポート)|(?:人|誰か)と(?:直接)?(?:話|はな)",
  },
  zh: {
    talking: "转|轉|找|要|接|联系|聯繫|和|跟|与|與|聊|谈|談|请|請|需要",
    person: "人工(?!智)|真人|客服|工作人员|工作人員|服务人员|服務人員|你们的团队|你們的團隊",
    alone:
      "转人工|轉人工|人工(?:客服|服务|服務)|(?:和|跟|与|與)(?:真人|人类|人類|人)(?:说话|說話|聊|谈|談|交谈|交談|对话|對話|沟通|溝通)",
  },
  ar: {
    talking: "أتحدث|اتحدث|التحدث|أتكلم|اتكلم|التكلم|أكلم|اكلم|التواصل|أتواصل|اتواصل|تحويلي|حولني|حوّلني",
    person:
      "شخص|شخصا|شخصًا|إنسان|انسان|موظف|موظفة|ممثل|مندوب|وكيل|خدمة العملاء|فريق الدعم|فريقكم|الدعم الفني|بشري",
    alone: "(?:التحدث|أتحدث|اتحدث|أتكلم|اتكلم) (?:مع|إلى|الى) (?:أحد|احد|شخص|إنسان|انسان)|شخص حقيقي",
  },
};

const UNSPACED = new Set<Language>(["ja", "zh"]);
// Only this many characters of a message are examined, because requests for a human are short.
const LOOKED_AT = 600;
// Maximum number of characters between verb and noun in languages with spaces.
const APART = 40;

const asking = (Object.entries(ASKING) as [Language, Asking][]).map(([language, words]) => {
  const isSpaced = !UNSPACED.has(language);
  const [before, after] = isSpaced ? ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"] : ["", ""];
  const word = (either: string) => `${before}(?:${either})${after}`;
  const { talking, person, alone } = words;
  const between = `[^.!?。！？؟\\n]{0,${isSpaced ? APART : 12}}?`;
  const either = [
    word(alone),
    `${word(talking)}${between}${word(person)}`,
    `${word(person)}${between}${word(talking)}`,
    // The noun alone, as people answer bots: "Human, please!"
    `^\\P{L}*(?:(?:a|an|ein|eine|einen|un|une|una|um|uma|een)\\s+)?(?:${person})(?:[\\s,]+(?:please|bitte|s['’]il vous pla[iî]t|por favor|per favore|alstublieft|alsjeblieft|proszę|من فضلك))?[^\\p{L}\\p{N}?？؟]*$`,
  ];
  return { language, pattern: new RegExp(either.join("|"), "iu") };
});

/**
 * Recognizes a visitor's request for a human.
 * @returns the language of the request; undefined when there is none
 */
export function detectHandoverRequest(text: string): Language | undefined {
  const said = text.normalize("NFC").slice(0, LOOKED_AT);
  return asking.find(({ pattern }) => pattern.test(said))?.language;
}

const UNSPACED_WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

export function hasWord(text: string, words: string[]): boolean {
  const said = folded(text);
  return words.some((given) => {
    const word = folded(given).trim();
    if (word === "") return false;
    if (UNSPACED_WORD.test(word)) return said.includes(word);
    const escaped = word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
    const before = /^[\p{L}\p{N}]/u.test(word) ? "(?<![\\p{L}\\p{N}])" : "";
    const after = /[\p{L}\p{N}]$/u.test(word) ? "(?![\\p{L}\\p{N}])" : "";
    return new RegExp(`${before}${escaped}${after}`, "u").test(said);
  });
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
