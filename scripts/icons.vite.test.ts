import { expect, it } from 'vitest';
import { iconModule } from './icons.vite.ts';

it('draws an icon that is a single path', () => {
  expect(iconModule('check')).toBe(
    [
      "import { createIcon } from '/app/components/ui/icon.tsx';",
      String.raw`export default createIcon("check", "<path d=\"M20 6L9 17l-5-5\"/>");`,
    ].join('\n'),
  );
});

it('leaves color and stroke to the <svg>, but keeps what a part fills', () => {
  expect(iconModule('search')).not.toMatch(/<g|stroke|fill/);
  expect(iconModule('palette')).toMatch(/fill=\\"currentColor\\"/);
});

it('knows the names that Lucide has since given up', () => {
  expect(iconModule('trash-2')).toBe(iconModule('trash').replace('"trash"', '"trash-2"'));
});

it('names the icon that does not exist', () => {
  expect(() => iconModule('chekc')).toThrow('“chekc”');
});
