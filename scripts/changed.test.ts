import { expect, it } from 'vitest';
import { chooseTests, importsOf } from './changed.ts';

const sources: Record<string, string> = {
  'shared/money.ts': '',
  'shared/money.test.ts': "import { cents } from './money.ts';",
  'server/features/cart/cart.queries.ts': '',
  'server/features/cart/cart.service.ts': "import { findItem } from './cart.queries.ts';",
  'server/features/cart/cart.routes.ts':
    "import * as service from './cart.service.ts';\nimport { cents } from '#shared/money.ts';",
  'server/features/cart/cart.routes.test.ts': "import { testApp } from '../../../tests/server/test-app.ts';",
  'server/features/order/order.service.ts':
    "import { listCart } from '#server/features/cart/cart.service.ts';",
  'server/features/order/order.routes.test.ts':
    "import { testApp } from '../../../tests/server/test-app.ts';",
  'server/features/refund/refund.service.ts': "import { listCart } from '../order/order.service.ts';",
  'server/features/refund/refund.routes.test.ts':
    "import { testApp } from '../../../tests/server/test-app.ts';",
  'server/features/help/help.routes.test.ts': "import { testApp } from '../../../tests/server/test-app.ts';",
  'server/app.ts': "import { registerCart } from '#server/features/cart/cart.routes.ts';",
  'tests/server/test-app.ts': "import { buildApp } from '#server/app.ts';",
  'tests/faults/races.test.ts': "import { takeSeat } from '#server/features/cart/cart.service.ts';",
  'e2e/cart.e2e.ts': "import { visit } from './visit.ts';",
  'e2e/visit.ts': '',
};
const files = Object.keys(sources);
const choose = (...changed: string[]) => chooseTests(changed, files, (file) => sources[file] ?? '');

it('finds what a file imports: by name, relatively, lazily', () => {
  const text =
    "import a from '#server/a.ts';\nimport './b.ts';\nconst c = await import('../c.ts');\nimport d from 'zod';";
  expect(importsOf('server/x/y.ts', text)).toEqual(['server/a.ts', 'server/x/b.ts', 'server/c.ts']);
});

it('chooses the tests of the features that a change reaches, and of no other', () => {
  expect(choose('server/features/cart/cart.queries.ts').server).toEqual([
    'server/features/cart/cart.routes.test.ts',
    'server/features/order/order.routes.test.ts',
  ]);
  expect(choose('server/features/refund/refund.service.ts').server).toEqual([
    'server/features/refund/refund.routes.test.ts',
  ]);
});

it('chooses unit tests by import, and goes from shared rules to the features that use them', () => {
  const { unit, server } = choose('shared/money.ts');
  expect(unit).toEqual(['shared/money.test.ts']);
  expect(server).toEqual(['server/features/cart/cart.routes.test.ts']);
});

it('runs everything when what all tests stand on changes', () => {
  expect(choose('tests/server/test-app.ts').server).toHaveLength(4);
});

it('says what it leaves out', () => {
  const { leftOut } = choose(
    'server/features/cart/cart.service.ts',
    'e2e/visit.ts',
    'app/a.page.tsx',
    'x.sql',
  );
  expect(leftOut).toEqual({
    'server tests farther away': ['server/features/refund/refund.routes.test.ts'],
    'faults and pages': ['tests/faults/races.test.ts'],
    'browser tests': ['e2e/cart.e2e.ts'],
    'changed files no test is known for': ['app/a.page.tsx', 'x.sql'],
  });
});
