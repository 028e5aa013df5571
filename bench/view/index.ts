export const benchView = async (): Promise<string[]> => [];
