// The structure the documents promise: one feature map, one name per operation, one owner per table, small files.
// What still breaks a rule is listed in known/; `npm run unit -- tests/docs/structure -u` rewrites the lists after a
// fix. They may only shrink, and a fixed entry left in them fails too.
import { describe, expect, it } from 'vitest';
import { cyclesInMap, mutualPairs, platformImports, undeclaredImports } from './imports.ts';
import { filesWithBareOperations, missingNames, operations } from './names.ts';
import { foreignWrites, mapProblems, misplacedTables, ownerOf, writes } from './owners.ts';
import { declaredTwice, sectionsTwice, undeclaredTables, unregisteredFiles } from './personal-data.ts';
import { largeFolders, longFiles, MAX_FILES, shortFiles } from './sizes.ts';
import { productionFiles } from './source.ts';
import { brokenSteps, missingSteps, traces } from './traces.ts';

/** Compares with the list of what is known to be wrong, exactly. */
async function expectKnown(name: string, found: readonly string[]): Promise<void> {
  const list = [...new Set(found)].toSorted().map((line) => `${line}\n`);
  await expect(list.join('')).toMatchFileSnapshot(`known/${name}.txt`);
}

describe('one name per operation', () => {
  /** Second addresses of the specification for an operation that has its own name; at most ten. */
  const ALIASES: Readonly<Record<string, string>> = {
    listCurriculum: 'listResources (spec §7: /api/curriculum)',
    getCurriculumItem: 'getResource (spec §7: /api/curriculum/{id})',
    getCurriculumDownloads: 'getResourceDownloads (spec §7: /api/curriculum/{id}/download)',
    listCurriculumReviews: 'listResourceReviews (spec §7: /api/curriculum/{id}/reviews)',
    reviewCurriculum: 'reviewResource (spec §7: /api/curriculum/{id}/reviews)',
    putCartItem: 'updateCartItem (spec §7: one flow also shows PUT)',
  };

  /** Operations that lack one of the names, with the reason; at most ten together with the aliases. */
  const EXCEPTIONS: Readonly<Record<string, { lacks: string; because: string }>> = {
    listFeaturedCourses: {
      lacks: 'client',
      because:
        'only the home page uses it, and its data is loaded on the server to keep the page’s script small',
    },
  };

  it('has a service function, a client and a test of the same name', () => {
    const checked = operations.filter(({ name }) => !(name in ALIASES));
    const problems = checked.flatMap(({ name, ...operation }) => {
      const missing = missingNames({ name, ...operation }).join(', ');
      const accepted = EXCEPTIONS[name]?.lacks ?? '';
      return missing === accepted
        ? []
        : [`${operation.feature} ${name}: no ${missing || `longer no ${accepted}`}`];
    });
    console.log(`${checked.length - problems.length} of ${checked.length} operations match`);
    expect(problems).toEqual([]);
  });

  it('has at most ten aliases and exceptions, all of operations that exist', () => {
    const names = new Set(operations.map(({ name }) => name));
    const aliases = Object.entries(ALIASES).flatMap(([alias, reason]) => [alias, reason.split(' ')[0] ?? '']);
    expect(Object.keys(ALIASES).length + Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(10);
    expect([...aliases, ...Object.keys(EXCEPTIONS)].filter((name) => !names.has(name))).toEqual([]);
  });

  it('imports contracts as a namespace in routes and clients', async () => {
    await expectKnown('bare-contract-imports', filesWithBareOperations());
  });
});

describe('one owner per table', () => {
  it('lists every table in the feature map once', () => {
    expect(mapProblems()).toEqual([]);
  });

  it('keeps a table in the schema file of its owner', async () => {
    await expectKnown('misplaced-tables', misplacedTables());
  });

  it('writes a table only in its owner’s queries', async () => {
    const foreign = foreignWrites();
    console.log(`${foreign.length} of ${writes.length} writes are foreign`);
    await expectKnown(
      'foreign-writes',
      foreign.map(({ table, file }) => {
        const count = foreign.filter((write) => write.table === table && write.file === file).length;
        return `${ownerOf(table)} ${table}: ${file} (${count})`;
      }),
    );
  });
});

describe('personal data', () => {
  it('is declared by a feature for every table with a user id or an email address', async () => {
    await expectKnown('undeclared-personal-data', undeclaredTables());
  });

  it('is declared once, and every declaration is registered', async () => {
    expect(declaredTwice()).toEqual([]);
    expect(await unregisteredFiles()).toEqual([]);
  });

  it('has one section of the export per name', () => {
    expect(sectionsTwice()).toEqual([]);
  });
});

describe('feature imports', () => {
  it('never go both ways', async () => {
    await expectKnown('mutual-imports', ['app', 'server', 'shared'].flatMap(mutualPairs));
  });

  it('follow the feature map on the server', async () => {
    await expectKnown('undeclared-imports', undeclaredImports());
  });

  it('have no cycles in the map', () => {
    expect(cyclesInMap()).toEqual([]);
  });

  it('never go from the platform to a feature', async () => {
    await expectKnown('platform-imports', platformImports());
  });
});

describe('sizes', () => {
  it('keeps files under 400 lines', async () => {
    await expectKnown('long-files', longFiles());
  });

  it('keeps feature folders small', async () => {
    await expectKnown('large-folders', largeFolders());
  });

  it('keeps the number of files down', async () => {
    const count = productionFiles.length;
    console.log(`${count} production files, ${shortFiles().length} of 30 lines or fewer`);
    await expectKnown('too-many-files', count > MAX_FILES ? [`more than ${MAX_FILES}`] : []);
  });
});

describe('traced requests', () => {
  it('are three, of at most seven files each', async () => {
    expect(traces()).toHaveLength(3);
    const long = traces().filter(({ steps }) => steps.length > 7);
    await expectKnown(
      'long-traces',
      long.map(({ title, steps }) => `${title}: ${steps.length}`),
    );
  });

  it.each(traces())('$title leads through the code as described', (trace) => {
    expect([...brokenSteps(trace), ...missingSteps(trace)]).toEqual([]);
  });
});
