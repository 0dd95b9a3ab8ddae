export type Machine = {
  env: Record<string, string | undefined>;
  isRoot: boolean;
  isFile(file: string): boolean;
  canStart(file: string): boolean;
  playwrightsPath(): string;
  run(command: string, args: string[], options: object): unknown;
  say(text: string): void;
};
export function findBrowser(machine?: Machine): string;
export const browserArgs: string[];
