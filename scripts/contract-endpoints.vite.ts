// Keeps zod out of pages that only call the API: in the browser's bundle a contract is reduced to its method and
// path, the two things a caller uses. A form that validates imports its schema from the feature's `.schema.ts`.
import { parseAst, type Plugin } from 'vite';

const KEPT = new Set(['method', 'path']);

type Node = { type: string; start: number; end: number; [key: string]: unknown };

export function contractEndpoints(): Plugin {
  return {
    name: 'contract-endpoints',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      // A module of schemas only declares: without this, loading one export would keep the rest, and zod, alive.
      if (file.endsWith('.schema.ts')) return { code, map: null, moduleSideEffects: false };
      if (!file.endsWith('.contract.ts')) return null;
      return { code: reduceContracts(code), map: null, moduleSideEffects: false };
    },
  };
}

/** Exported for its test: what the plugin does to one module's JavaScript. */
export function reduceContracts(code: string): string {
  const calls = [...contractCalls(parse(code))];
  if (calls.length === 0) return code;
  // From the end, so that the positions of what is still to be replaced stay true.
  const reduced = calls.toReversed().reduce((text, call) => {
    const properties = (call.arguments as Node[])[0]?.properties as Node[];
    const kept = properties.filter((property) => KEPT.has((property.key as { name?: string }).name ?? ''));
    const endpoint = `{ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} }`;
    return text.slice(0, call.start) + endpoint + text.slice(call.end);
  }, code);
  return dropUnusedImports(reduced);
}

/** The bundler would drop the names itself, but still count the modules, and zod behind them, as needed together. */
function dropUnusedImports(code: string): string {
  const imports = (parse(code).body as Node[]).filter((node) => node.type === 'ImportDeclaration');
  const rest = imports
    .toReversed()
    .reduce((text, node) => text.slice(0, node.start) + text.slice(node.end), code);
  const unused = imports.filter((node) => {
    const names = (node.specifiers as Node[]).map((specifier) => (specifier.local as { name: string }).name);
    return !names.some((name) => new RegExp(`\\b${name}\\b`).test(rest));
  });
  return unused.toReversed().reduce((text, node) => text.slice(0, node.start) + text.slice(node.end), code);
}

function parse(code: string): Node {
  return parseAst(code) as unknown as Node;
}

function* contractCalls(node: Node): Generator<Node> {
  if (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'defineContract') {
    yield node;
    return;
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) yield* contractCalls(child as Node);
    }
  }
}
