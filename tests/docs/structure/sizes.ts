// Counts production files and their lines.
import { files, productionFiles, read } from './source.ts';

export const MAX_LINES = 400;
export const MAX_FILES_PER_LAYER = 35;
export const MAX_FILES = 840;
const SHORT = 30;

const lines = (file: string) => read(file).split('\n').length - 1;

export function longFiles(): string[] {
  const styles = files('app/**/*.css');
  return [...productionFiles, ...styles].filter((file) => lines(file) > MAX_LINES);
}

export function shortFiles(): string[] {
  return productionFiles.filter((file) => lines(file) <= SHORT);
}

export function largeFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of productionFiles) {
    const folder = /^(?:app|server|shared)\/features\/[^/]+/.exec(file)?.[0];
    if (folder) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_PER_LAYER)
    .map(([folder, count]) => `${folder}: ${count}`);
}
