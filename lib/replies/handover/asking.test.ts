import { expect, test } from "vitest";
import { detectHandoverRequest, hasWord } from "./detect-request";

test.each([
  ["en", "Can I talk to a human?"],
  ["en", "I'd like to speak with someone from your team"],
  ["en", "human please"],
  ["en", "I want a human!"],
  ["en", "Please connect me to customer support."],
  ["de", "Ich möchte mit einem Mitarbeiter sprechen"],
  ["de", "Kann ich mit einem echten Menschen reden?"],
  ["de", "Mitarbeiter bitte!"],
  ["fr", "Je voudrais parler à un conseiller"],
  ["fr", "Puis-je parler avec quelqu’un ?"],
  ["es", "Quiero hablar con una persona"],
  ["es", "¿Puedo hablar con alguien?"],
  ["pt", "Quero falar com um atendente"],
  ["it", "Vorrei parlare con un operatore"],
  ["nl", "Kan ik met een medewerker spreken?"],
  ["pl", "Chcę porozmawiać z konsultantem"],
  ["ja", "担当者と話したいです"],
  ["ja", "オペレーターにつないでください"],
  ["zh", "转人工"],
  ["zh", "我要找真人客服"],
  ["ar", "أريد التحدث مع موظف"],
])("detectHandoverRequest detects a request in %s: %s", (language, text) => {
  expect(detectHandoverRequest(text)).toBe(language);
});

test.each([
  "How many people can one table seat?",
  "What does shipping cost for a person abroad?",
  "Which human rights does your code of conduct name?",
  "I'd like a table for one person",
  "Welche Menschen arbeiten bei Ihnen?",
  "Ich möchte Mitarbeiter bei Ihnen werden",
  "Je voudrais réserver pour une personne",
  "Quiero reservar para una persona",
  "Vorrei una camera per una persona",
  "我要了解人工智能",
  "Wie viele Mitarbeiter haben Sie?",
  "Combien de personnes travaillent chez vous ?",
  "¿Cuántas personas caben?",
  "Quantas pessoas cabem?",
  "Quante persone lavorano da voi?",
  "Hoeveel mensen werken er?",
  "Ile osób tam pracuje?",
  "何人で泊まれますか",
  "这个房间可以住几个人？",
  "كم شخصًا يعمل لديكم؟",
  "",
])("detectHandoverRequest detects no request in: %s", (text) => {
  expect(detectHandoverRequest(text)).toBeUndefined();
});

test("hasWord finds whole words in any case, and words within texts without spaces", () => {
  expect(hasWord("I want a REFUND!", ["refund"])).toBe(true);
  expect(hasWord("nonrefundable", ["refund"])).toBe(false);
  expect(hasWord("Was kostet die Kündigung?", ["kündigung"])).toBe(true);
  expect(hasWord("delete my\n account now", ["delete my account"])).toBe(true);
  expect(hasWord("C++ (and more)", ["c++ ("])).toBe(true);
  expect(hasWord("返金してください", ["返金"])).toBe(true);
  expect(hasWord("anything", ["", "  "])).toBe(false);
});

test("detectHandoverRequest handles long messages quickly", () => {
  for (const text of ["speak ".repeat(20_000), "a ".repeat(50_000), "和".repeat(100_000)])
    expect(detectHandoverRequest(text)).toBeUndefined();
});
