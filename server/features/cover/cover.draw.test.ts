import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { PALETTES, paletteFor } from './cover-palettes.ts';
import { drawCover, type CoverOptions } from './cover.draw.ts';

const COLOURWAYS = [0, 1, 2] as const;
const SEEDS = [1, 2, 3, 'a6', 'waltz', '', '💃'];

// Covers are drawn once and stored, and must come out alike when drawn again: a changed hash is a changed picture.
const PINNED = [
  {
    style: 'Ballet',
    plain: 'c389c3872fc3468b2f0f5a7fea520e9468e7731c272a0e3ae807d490b42a0abf',
    prints: 'cda3d6ade5c25c3e7395a0e5be2b9f3243ad925db66749edd5eb3e702341a382',
    bare: '33930434bac6fe87e92d90ac465f8870867152081f4b6b19cc62cd3223217888',
  },
  {
    style: 'Contemporary',
    plain: 'a095143c92dbb25f5517f6b151bca93148b7093b37f0fe2526ed884c9d8a4e89',
    prints: '103d93179252558d12d70e6b944fdda3122d0271767f641caf5b703c9edc94d5',
    bare: '0904ed1689b0f614472713ac10112fe887b326e535ec435dd0b790efffafe2b9',
  },
  {
    style: 'Hip Hop',
    plain: '1b39f2fcac292c27b304612b9d50c2b9a13b45965623a1f98302a3dfa185e87a',
    prints: '5804a13cd748094a7566af89512513796254c4d4b57bada776747b1b79c875cd',
    bare: '8dcfb595f745248cfd8d04552a8e39656a62649629df457bdfa2fcd07d3f00e3',
  },
  {
    style: 'Jazz',
    plain: '45ac88cca06db7ce7275b2ab9cd1980f0d6252d1edc9b4b6e3edaf7258b17e71',
    prints: '43a9f05f61c1bbbbd534ba682baa83fded91cb601fccf1f4d28d63606ba0fc19',
    bare: '86c11eec9a04782c5d7288afa3e627115f94b71385e1ded9e2f1245b6a830d59',
  },
  {
    style: 'Tap',
    plain: '0a420cc90e7ee8a33958ce2513ceceaef65a9ae0d541c68a41240d9a4aea832e',
    prints: '3d62ea3fc5459c5000304988fb5462468d822837624377f290464f82029b5d1d',
    bare: 'b89dfac743f2809b34187b47c2d5aea62f353900a6e8a4f3b0762c4906c67755',
  },
  {
    style: 'Ballroom',
    plain: '9ea666f744a64a412d1508ae180b0fc2b0d3ea0765dc0d8e0f31b879cc8d1dba',
    prints: '9d3d917cb0c2b98531424381b8f0893ac5a9c57490442b7e349184068e160256',
    bare: '7a2178b9302d3508793b48aca5f35227e1319ea56e121ed3a927756d0ddaabb6',
  },
  {
    style: 'Latin',
    plain: '79418968666c24199355c3a4ff6e81ad42e31bea3e5a96839bc3c3866aaeaa9f',
    prints: '4281f087fd2eac2ee25c3e9cc39c324b002cde3ec03b9f93c45f1c0e67800208',
    bare: '6f0157fe4f27934b18c8f609de3059e0cd4d4d8efb4315bc6846af3bad25171a',
  },
  {
    style: 'Folk',
    plain: '34a87e43aa2d746b8c1ab5ebe95fbe5b2d3076f249e6895ed8086a045d88194e',
    prints: 'ab12d25ed475b1bde76da3c2a630f2fb548f8b174cc6e7b2e1bed2f9d584e07d',
    bare: 'f3f2506aea07fc260ebe18897f0c5a6e275c9c873345f1ff62a4715b3cd6ce49',
  },
  {
    style: 'Modern',
    plain: '7c69bdf55c75e2ceb185a1e13731370c8c91de6814facb3fc90f5c7df15882f5',
    prints: '64061ffb31dfa03c309f9d807d2ae21b3b25506291388cca12272b578ecf402f',
    bare: '77b94c3dd75dfb2c7ed03c9a8d034016f7971540b1fb917dc1221efa63803987',
  },
  {
    style: 'Swing',
    plain: '11067958969a29c760a67b8f2c2ba22689d5e14699b6034b0a16e5e08b5b46aa',
    prints: '0e4b2cac9939e1338a3a089e56b1b09edeb88460565d28e7e93693900e6e5242',
    bare: '541a1734175eed05ab76a0ed2766f7fbe56c722b647350490c78c375b63c91be',
  },
  {
    style: 'Breakdance',
    plain: '5d4e3514f2fe221bab3f55fa7fb43b746b5dea27549c32bf657ce6d4d1c2bc7c',
    prints: 'f1894124f84c5c7a79729016eebdbf88c257514c76ccf735cd1b632618b4b8dc',
    bare: 'a861da97d4e09519c637991be5fc37126551811ad9c2dd80e8e4f874201e2b96',
  },
  {
    style: 'Other',
    plain: '0d8ccc923d4bdd33bf753e78f62d126e2bf233b0261e735312cc3561d3027c2d',
    prints: '2fb2e40e7dc0d603b4a692e8c9a334dd579c006b4f32cb1fced7da3b1a8ed852',
    bare: '10dcb71605248b83d3c822482076f72098fbd9557d5327b2547ffdf70b58330e',
  },
];

const linesOf = (svg: string) => svg.replace(/#[0-9a-fA-F]{6}/g, '');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const drawPrints = (style: string, options: CoverOptions) =>
  COLOURWAYS.map((colourway) => drawCover('a6', style, { ...options, colourway })).join('\n');

/** The names of all elements, in order; throws when a tag is left open, crossed, or written wrongly. */
function readElements(xml: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  const tag = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<&]*")*)(\/?)>/y;
  while (tag.lastIndex < xml.length) {
    const at = tag.lastIndex;
    const [, closing, name = '', attributes = '', single] = tag.exec(xml) ?? [];
    if (name === '') throw new Error(`Not well-formed at ${at}: ${xml.slice(at, at + 40)}`);
    const keys = Array.from(attributes.matchAll(/ ([a-zA-Z-]+)=/g), ([, key]) => key);
    if (new Set(keys).size !== keys.length) throw new Error(`Attribute twice at ${at}`);
    if (closing && open.pop() !== name) throw new Error(`Crossed tags at ${at}`);
    if (!closing) names.push(name);
    if (!closing && !single) open.push(name);
    if (open.length === 0 && tag.lastIndex < xml.length) throw new Error(`A second root at ${at}`);
  }
  if (open.length > 0) throw new Error('A tag is left open');
  return names;
}

describe('drawCover', () => {
  it.each(PINNED)('draws $style as it always did', ({ style, plain, prints, bare }) => {
    expect(hashOf(drawCover(1, style))).toBe(plain);
    expect(hashOf(drawPrints(style, { width: 640, height: 800 }))).toBe(prints);
    expect(hashOf(drawPrints(style, { width: 264, height: 168, bare: true }))).toBe(bare);
  });

  it.each([
    ['an empty seed', '', 'c62d2271cf0c08bdde90c46700ff71c4c4931e863f272f67e5b65aa0f09421b5'],
    ['an emoji', '👩‍🚀', 'ee4352f004c6439233d149e0911dc845931b8206e468539a27cc2aad2c6b4aa3'],
    [
      'a seed of 10,000 characters',
      'x'.repeat(10_000),
      '45e9b71d910371681fe08659706c541a2d62115866bc3d325d72d687f4570f6a',
    ],
  ])('draws %s', (_, seed, hash) => {
    expect(hashOf(drawCover(seed, 'Tap'))).toBe(hash);
  });

  it('covers every dance style, with no palette left over', () => {
    expect(PINNED.map(({ style }) => style)).toEqual([...DANCE_STYLES]);
    expect(Object.keys(PALETTES).toSorted()).toEqual(DANCE_STYLES.toSorted());
    const covers = DANCE_STYLES.map((style) => drawCover(1, style));
    expect(new Set(covers).size).toBe(DANCE_STYLES.length);
  });

  it.each(DANCE_STYLES)('%s: one disc, well-formed, the same twice, another for another seed', (style) => {
    const drawn = new Set<string>();
    for (const seed of SEEDS) {
      for (const colourway of COLOURWAYS) {
        const svg = drawCover(seed, style, { colourway, width: 320, height: 400 });
        const { disc, field, ground } = paletteFor(style, colourway);
        const discs = Array.from(svg.matchAll(/<circle [^>]*fill="([^"]+)"/g), ([, fill]) => fill);
        // A round field is part of the stage; the disc is the one circle in its own ink.
        expect(discs.filter((fill) => fill !== field)).toEqual([disc]);
        expect(readElements(svg).slice(0, 2)).toEqual(['svg', 'rect']);
        expect(svg).toContain(`<rect width="320" height="400" fill="${ground}"/>`);
        expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(drawCover(seed, style, { colourway, width: 320, height: 400 })).toBe(svg);
        drawn.add(svg);
      }
    }
    expect(drawn.size).toBe(SEEDS.length * COLOURWAYS.length);
  });

  it.each(DANCE_STYLES)('%s bare: ribbons only', (style) => {
    const elements = readElements(drawCover('a6', style, { bare: true }));
    expect(new Set(elements)).toEqual(new Set(['svg', 'path']));
  });

  it('keeps the drawing when only the print changes', () => {
    const [asIs = '', ...others] = COLOURWAYS.map((colourway) =>
      linesOf(drawCover(5, 'Jazz', { colourway })),
    );
    for (const other of others) expect(other).toBe(asIs);
  });

  it.each(['Salsa', '', 'ballet', '💃', 'constructor', '__proto__', '"><script>', 'x'.repeat(10_000)])(
    'draws the unknown style %j as Other',
    (style) => {
      expect(drawCover(1, style)).toBe(drawCover(1, 'Other'));
    },
  );

  it('draws whatever comes as style or seed', () => {
    for (const odd of [null, undefined, NaN, [], {}]) {
      expect(drawCover(1, odd as never)).toBe(drawCover(1, 'Other'));
      expect(readElements(drawCover(odd as never, 'Folk')).length).toBeGreaterThan(5);
    }
    expect(drawCover(7, 'Folk')).toBe(drawCover('7', 'Folk'));
    expect(readElements(drawCover('\uD83D', 'Folk')).length).toBeGreaterThan(5);
  });

  it.each([0, -1, NaN, Infinity, '800', null])('refuses a side of %s', (side) => {
    expect(() => drawCover(1, 'Tap', { width: side as number })).toThrow(RangeError);
    expect(() => drawCover(1, 'Tap', { height: side as number })).toThrow(RangeError);
  });

  it.each([
    [1, 1],
    [32, 32],
    [33, 2000],
    [4000, 100],
  ])('fits %i by %i', (width, height) => {
    const svg = drawCover(1, 'Tap', { width, height });
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
    expect(readElements(svg)).toContain('circle');
  });
});
