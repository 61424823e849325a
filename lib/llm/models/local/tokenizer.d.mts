export function createTokenizer(json: object, most: number): (text: string) => number[];
