// Placeholder until the engine lands.
export const startEngine = async () => ({ stop: async () => {} });
