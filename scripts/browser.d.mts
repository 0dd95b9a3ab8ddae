export function findBrowser(): string;
export const browserArgs: string[];
