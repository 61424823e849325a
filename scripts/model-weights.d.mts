export function getModelWeights(): Promise<string | undefined>;
