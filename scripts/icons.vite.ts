// Icons by their names in Lucide: `import Check from 'icon:check'` is a component. The drawings come as data
// (Iconify's package of the set), of which the bundle contains those that are imported.
import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: { filter: { id: /^icon:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0icon:/ },
      handler: (id) => ({ code: iconModule(id.replace('\0icon:', '')), moduleSideEffects: false }),
    },
  };
}

/** What an icon inherits from the `<svg>` around it. Repeated inside, it would win over that one's props and CSS. */
const INHERITED =
  / (?:fill="none"|stroke="currentColor"|stroke-width="2"|stroke-linecap="round"|stroke-linejoin="round")/g;

/** Exported for its test: the code of one icon's module. */
export function iconModule(name: string): string {
  const icon = lucide.icons[lucide.aliases?.[name]?.parent ?? name];
  if (!icon) throw new Error(`Lucide has no icon named “${name}”.`);
  const body = icon.body.replaceAll(INHERITED, '').replaceAll(/<\/?g>/g, '');
  return [
    "import { createIcon } from '/app/components/ui/icon.tsx';",
    `export default createIcon(${JSON.stringify(name)}, ${JSON.stringify(body)});`,
  ].join('\n');
}
