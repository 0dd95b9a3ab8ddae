// Compares the names of one operation in all layers: contract, service, client and test.
import { exportsOf, featureOf, files, read, testFiles, withoutComments } from './source.ts';

export type Operation = { name: string; feature: string; file: string; isDownload: boolean };

export const operations: Operation[] = files('shared/features/*/*.contract.ts').flatMap((file) =>
  read(file)
    .split(/^(?=export )/m)
    .flatMap((declaration) => {
      const name = /^export const (\w+) = defineContract\(/.exec(declaration)?.[1];
      const isDownload = /^ {2}download: /m.test(declaration);
      return name ? [{ name, feature: featureOf(file) ?? '', file, isDownload }] : [];
    }),
);
const operationNames = new Set(operations.map(({ name }) => name));

/** `getCart` may be called `getCart`, `getCartQuery` or `useGetCart` in the browser. */
function clientNames(name: string): string[] {
  return [name, `${name}Query`, `use${name.charAt(0).toUpperCase()}${name.slice(1)}`];
}

const exportedNames = new Map<string, Set<string>>();

function namesIn(pattern: string): Set<string> {
  const names = exportedNames.get(pattern) ?? new Set(files(pattern).flatMap((file) => exportsOf(file)));
  exportedNames.set(pattern, names);
  return names;
}

const IMPORT = /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from '([^']+\.contract\.ts)';/gm;

/** The operations a file takes from contracts by their bare names. */
export function bareOperations(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].flatMap(([, isType, names = '']) =>
    isType
      ? []
      : names
          .split(',')
          .map((part) => part.trim().split(' as ')[0] ?? '')
          .filter((name) => operationNames.has(name)),
  );
}

/** The operations a file uses, however it imports them. */
function usedOperations(file: string): string[] {
  const text = withoutComments(read(file));
  const namespaces = [...text.matchAll(IMPORT)].flatMap(([, , , namespace]) => namespace ?? []);
  const uses = namespaces.flatMap((namespace) =>
    [...text.matchAll(new RegExp(String.raw`(?<!typeof )\b${namespace}\.(\w+)`, 'g'))].map(
      ([, name = '']) => name,
    ),
  );
  return [...bareOperations(file), ...uses.filter((name) => operationNames.has(name))];
}

const usedByApp = new Set(
  files('app/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => usedOperations(file)),
);
const testedWords = new Set(
  testFiles
    .filter((file) => !file.startsWith('tests/docs/'))
    .flatMap((file) => read(file).match(/\w+/g) ?? []),
);
const platformServices = namesIn('server/platform/*.service.ts');
const sharedClients = namesIn('app/{lib,components,layouts}/**/*.api.ts');

/** What an operation lacks: a `service`, `client` or `test` of its name. Pages link to downloads without a client. */
export function missingNames({ name, feature, isDownload }: Operation): string[] {
  const services = namesIn(`server/features/${feature}/*.service.ts`);
  const clients = namesIn(`app/features/${feature}/*.api.ts`);
  const hasClient = clientNames(name).some((client) => clients.has(client) || sharedClients.has(client));
  return [
    services.has(name) || platformServices.has(name) ? [] : 'service',
    isDownload || !usedByApp.has(name) || hasClient ? [] : 'client',
    testedWords.has(name) ? [] : 'test',
  ].flat();
}

/** Routes and clients that import operations by name instead of `import * as contract`. */
export function filesWithBareOperations(): string[] {
  return [...files('server/**/*.routes.ts'), ...files('app/**/*.api.ts')].filter(
    (file) => bareOperations(file).length > 0,
  );
}
