export function modelWeights(): Promise<string | undefined>;
