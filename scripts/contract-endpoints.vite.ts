// Keeps zod out of pages that only call the API: in the browser's bundle a contract is reduced to its method and
// path, the two things a caller uses, and the permission it asks for, which decides who gets links to its page. A form
// that validates imports its schema from the feature's `.schema.ts`.
import { parseAst, type Plugin } from 'vite';

const KEPT = new Set(['method', 'path', 'access']);
const REQUIRED = ['method', 'path'];

type Node = { type: string; start: number; end: number; [key: string]: unknown };

export function contractEndpoints(): Plugin {
  return {
    name: 'contract-endpoints',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      // Schema modules only declare: without this, loading one export would keep the rest, and zod, in the bundle.
      if (file.endsWith('.schema.ts')) return { code, map: null, moduleSideEffects: false };
      if (!file.endsWith('.contract.ts')) return null;
      return { code: reduceContracts(code), map: null, moduleSideEffects: false };
    },
  };
}

/** Exported for its test: transforms one module's JavaScript. */
export function reduceContracts(code: string): string {
  const program = parse(code);
  const calls = [...contractCalls(program)];
  if (calls.length === 0) return code;
  // From the end, so that earlier positions stay valid.
  const reduced = calls.toReversed().reduce((text, call) => {
    const kept = [...endpointProperties((call.arguments as Node[])[0], program)];
    const names = new Set(kept.map(nameOf));
    // A call without a method would silently read instead of write.
    if (!REQUIRED.every((name) => names.has(name)))
      throw new Error(
        `A contract whose method or path is not written out: ${code.slice(call.start, call.end)}`,
      );
    const endpoint = `{ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} }`;
    return text.slice(0, call.start) + endpoint + text.slice(call.end);
  }, code);
  return dropUnusedImports(dropUnusedConstants(reduced));
}

const nameOf = (property: Node) => (property.key as { name?: string } | undefined)?.name ?? '';

/** Access without a permission: every page would repeat it. */
function isOpenAccess(property: Node): boolean {
  return nameOf(property) === 'access' && (property.value as Node).type === 'Literal';
}

/** The properties kept, also if several contracts share an object: `{ ...read, path: '/api/one' }`. */
function* endpointProperties(object: Node | undefined, program: Node): Generator<Node> {
  for (const property of (object?.properties ?? []) as Node[]) {
    if (KEPT.has(nameOf(property)) && !isOpenAccess(property)) yield property;
    if (property.type !== 'SpreadElement') continue;
    const { name } = property.argument as { name?: string };
    const shared = topLevelConstants(program).find((constant) => constant.name === name);
    yield* endpointProperties(shared?.value, program);
  }
}

type Constant = { name: string; value: Node; statement: Node };

function topLevelConstants(program: Node): Constant[] {
  return (program.body as Node[]).flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration') return [];
    const [declared, ...others] = statement.declarations as Node[];
    if (!declared || others.length > 0) return [];
    return [{ name: (declared.id as { name: string }).name, value: declared.init as Node, statement }];
  });
}

/** Objects shared by contracts are unused after the reduction, and would keep their schemas in the bundle. */
function dropUnusedConstants(code: string): string {
  const unused = topLevelConstants(parse(code)).filter(({ name, statement }) => {
    const rest = code.slice(0, statement.start) + code.slice(statement.end);
    return !new RegExp(`\\b${name}\\b`).test(rest);
  });
  if (unused.length === 0) return code;
  const without = unused
    .toReversed()
    .reduce((text, { statement }) => text.slice(0, statement.start) + text.slice(statement.end), code);
  // So is what only those used.
  return dropUnusedConstants(without);
}

/** The bundler would drop the names itself, but still treat the modules, and zod with them, as needed together. */
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
