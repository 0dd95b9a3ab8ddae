// Which features import which, layer by layer.
import { featureMap, featureOf, importsOf, productionFiles } from './source.ts';

type Edge = { from: string; to: string; file: string };

export function featureImports(layer: string): Edge[] {
  return productionFiles
    .filter((file) => file.startsWith(`${layer}/features/`))
    .flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const [from, to] = [featureOf(file), target.startsWith(`${layer}/`) ? featureOf(target) : null];
        return from && to && from !== to ? [{ from, to, file }] : [];
      }),
    );
}

/** Pairs of features that import each other, `cart ↔ checkout`. */
export function mutualPairs(layer: string): string[] {
  const edges = new Set(featureImports(layer).map(({ from, to }) => `${from} ${to}`));
  return [...edges].flatMap((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`) ? [`${layer}: ${from} ↔ ${to}`] : [];
  });
}

/** Imports between server features that the feature map does not allow. */
export function undeclaredImports(): string[] {
  const allowed = new Map(featureMap().map(({ name, uses }) => [name, new Set(uses)]));
  const mayUse = (from: string, to: string) => allowed.get(from)?.has(to) || allowed.get(from)?.has('all');
  const found = featureImports('server').filter(({ from, to }) => !mayUse(from, to));
  return [...new Set(found.map(({ from, to, file }) => `${from} → ${to}: ${file}`))];
}

/** Platform code that imports a feature; only the lists that assemble the application may. */
export function platformImports(): string[] {
  const platform = /^server\/(platform|http|integrations|db)\//;
  return productionFiles
    .filter((file) => platform.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('server/features/'))
        .map((target) => `${file} → ${target}`),
    );
}

/** Cycles in the map itself: a feature that reaches itself through what it uses. */
export function cyclesInMap(): string[] {
  const uses = new Map(featureMap().map((feature) => [feature.name, feature.uses]));
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (uses.get(from) ?? []).some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  return [...uses.keys()].filter((name) => reaches(name, name));
}
