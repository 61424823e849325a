export function tokenizer(json: object, most: number): (text: string) => number[];
