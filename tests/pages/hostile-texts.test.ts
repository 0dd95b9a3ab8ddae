// User text on public pages, as the server renders them: each of the hostile texts in every field creates no element or
// attribute, ends no script, and is readable.
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { resourceFiles, resourcePreviews } from '#server/db/schema/resource.ts';
import { categories } from '#server/db/schema/category.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { closeStyleCache } from '#server/features/style/style.service.ts';
import {
  createCourse,
  createPerson,
  createResource,
  createReview,
  createSeller,
} from '#server/seed/factories.ts';
import { emptyCatalogue } from '../server/catalogue-tools.ts';
import { HOSTILE } from '../server/hostile-texts.ts';
import { readHtml, type HtmlElement } from '../server/read-html.ts';
import { testContext } from '../server/test-database.ts';

const ctx = await testContext();
const pageCache = new PageCache();
const app = await buildApp(ctx, false, { pages: pageCache });

/** One item of each kind: the pages only differ in their texts. */
async function makeWorld() {
  await emptyCatalogue(ctx);
  const person = async (username: string, role: 'seller' | 'user') => {
    const made = await createPerson(ctx.db, { username, roles: [role] });
    if (!made) throw new Error(`${username} exists`);
    return made.id;
  };
  const seller = await person('hostile-seller', 'seller');
  const reader = await person('hostile-reader', 'user');
  await createSeller(ctx.db, { userId: seller, slug: 'hostile' });
  const [category] = await ctx.db
    .insert(categories)
    .values({ kind: 'resource', name: 'Warm-ups', slug: 'warm-ups' })
    .returning({ id: categories.id });
  const resource = await createResource(ctx.db, {
    sellerId: seller,
    categoryId: category?.id ?? 0,
    isFeatured: true,
    tags: ['tag'],
  });
  const file = { storageKey: 'test/none', contentType: 'text/plain', bytes: 10, sha256: 'none' };
  await ctx.db.insert(resourceFiles).values({ resourceId: resource.id, position: 0, name: 'a.txt', ...file });
  await ctx.db
    .insert(resourcePreviews)
    .values({ resourceId: resource.id, position: 0, kind: 'text', text: 'a' });
  await ctx.pool.query(
    `insert into resource_versions (resource_id, number, note, published_at) values ($1, 2, 'a', now())`,
    [resource.id],
  );
  const answer = { answer: 'a', answeredAt: new Date('2026-03-02T09:00:00Z') };
  const item = { itemType: 'resource', itemId: resource.id } as const;
  await createReview(ctx.db, { ...item, ...answer, userId: reader });
  const modules = [{ lessons: [{ isPreview: false }], quizzes: [{}] }];
  const course = await createCourse(ctx.db, { modules, outcomes: ['a'], requirements: ['a'] });
  return { seller, resource: resource.id, course: course.id };
}

type Place = { table: string; where?: string; fields: Record<string, string> };

/** Every text field a visitor can read, and where it is stored. */
const PLACES: Place[] = [
  {
    table: 'resources',
    fields: {
      title: 'title = $',
      description: `description = 'Ten short warm-ups.' || E'\\n\\n' || $`,
      tag: 'tags = array[$]',
    },
  },
  { table: 'resource_files', fields: { fileName: 'name = $', fileLabel: 'label = $' } },
  { table: 'resource_previews', fields: { excerpt: 'text = $' } },
  { table: 'resource_versions', fields: { versionNote: 'note = $' } },
  {
    table: 'sellers',
    fields: {
      shopName: 'name = $',
      shopTagline: 'tagline = $',
      shopAbout: 'about = $',
      shopPolicies: 'policies = $',
      shopAway: 'vacation_note = $',
    },
  },
  { table: 'reviews', fields: { reviewBody: 'body = $', reviewAnswer: 'answer = $' } },
  { table: 'users', where: `username = 'hostile-reader'`, fields: { reviewerName: 'first_name = $' } },
  {
    table: 'users',
    where: `username = 'hostile-seller'`,
    fields: { sellerFirstName: 'first_name = $', sellerLastName: 'last_name = $', sellerBio: 'bio = $' },
  },
  { table: 'categories', fields: { category: 'name = $' } },
  {
    table: 'courses',
    fields: {
      courseTitle: 'title = $',
      courseTagline: 'tagline = $',
      courseDescription: 'description = $',
      courseOutcome: 'outcomes = array[$]',
      courseRequirement: 'requirements = array[$]',
    },
  },
  { table: 'course_modules', fields: { moduleTitle: 'title = $', moduleSummary: 'summary = $' } },
  { table: 'lessons', fields: { lessonTitle: 'title = $' } },
  { table: 'quizzes', fields: { quizTitle: 'title = $' } },
];
const FIELDS = PLACES.flatMap(({ fields }) => Object.keys(fields));
/** A style's name has at most 40 letters. */
const STYLE = `update dance_styles set name = $1 where code = (select min(code) from dance_styles where code > 8)`;

/** The mark identifies the field; the text starts with it. */
const wordsOf = (text: string, field: string) => `${text} in${field}`;
const styleOf = (text: string) => text.trim().slice(0, 34).trim().padEnd(2, '.');
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

async function writeEverywhere(text: string): Promise<void> {
  for (const { table, where = 'true', fields } of PLACES) {
    const changes = Object.values(fields).map((change, at) => change.replace('$', `$${at + 1}::text`));
    const values = Object.keys(fields).map((field) => wordsOf(text, field));
    await ctx.pool.query(`update ${table} set ${changes.join(', ')} where ${where}`, values);
  }
  await ctx.pool.query(STYLE, [`${styleOf(text)} style`]);
  closeStyleCache(ctx);
}

type Page = { url: string; elements: HtmlElement[]; text: string; nonce: string };
let asked = 0;

async function readPage(url: string): Promise<Page> {
  // Pages are cached for some seconds, and one client gets a limited number of renders.
  pageCache.forget();
  const answer = await app.inject({ url, remoteAddress: `10.0.${asked >> 8}.${asked++ & 0xff}` });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  const policy = String(answer.headers['content-security-policy']);
  const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  const { elements, text } = readHtml(answer.body);
  return { url, elements, text: plain(text), nonce };
}

const isDescription = ({ inside }: HtmlElement) => inside.some((label) => /\bresource-text\b/.test(label));
const shapeOf = ({ elements }: Page) =>
  elements
    .filter((element) => !isDescription(element))
    // Some headings note themselves that they are long.
    .map(({ name, attributes }) =>
      [name, ...attributes.keys()].filter((part) => part !== 'data-long').join(' '),
    );

const IN_DESCRIPTIONS = new Set('p a ul ol li em strong code pre blockquote br hr'.split(' '));
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'poster', 'data', 'xlink:href'];
const HARMLESS_ADDRESS = /^(https?:\/\/|mailto:|(?!\/\/)[^:]*([/?#]|$))/;
const OWN_PICTURE = /^data:image\/svg\+xml,(%3Csvg.+)$/;

/** Other sites, this site, or an inline picture of ours: initials, or an empty image. */
function expectHarmless(address: string): void {
  const picture = OWN_PICTURE.exec(address)?.[1];
  if (!picture) {
    expect(address).toMatch(HARMLESS_ADDRESS);
    return;
  }
  for (const { name, attributes } of readHtml(decodeURIComponent(picture)).elements) {
    expect(['svg', 'rect', 'text']).toContain(name);
    expect([...attributes.keys()].filter((attribute) => /^on|href/.test(attribute))).toEqual([]);
  }
}

function expectInert({ elements, nonce }: Page): void {
  for (const element of elements) {
    const { name, attributes, raw } = element;
    for (const [attribute, value] of attributes) {
      expect(attribute).not.toMatch(/^on|[^\w:-]/i);
      if (ADDRESSES.includes(attribute)) expectHarmless(value);
    }
    if (isDescription(element)) {
      expect(IN_DESCRIPTIONS).toContain(name);
      expect([...attributes.keys()].filter((one) => !['href', 'rel', 'title'].includes(one))).toEqual([]);
    }
    if (name !== 'script') continue;
    // Either would end a script early.
    expect(raw).not.toMatch(/<\/?script|<!--/i);
    if (attributes.get('type') === 'application/ld+json') expect(JSON.parse(raw)).toBeTypeOf('object');
    else expect(attributes.get('nonce')).toBe(nonce);
  }
}

const shownFields = ({ text }: Page, words: string) =>
  FIELDS.filter((field) => text.includes(plain(wordsOf(words, field))));

const HARMLESS = 'Floor and barre';

/** Five at once if the texts of a page are less related. */
const GROUPS = Array.from({ length: Math.ceil(HOSTILE.length / 5) }, (_, at) =>
  HOSTILE.slice(at * 5, at * 5 + 5).join(' | '),
);

describe('hostile texts on public pages', () => {
  let resourcePage = '';
  let pages: Record<'alone' | 'together', string[]>;
  const twins = new Map<string, Page>();

  beforeAll(async () => {
    const { seller, resource, course } = await makeWorld();
    resourcePage = `/curriculum/${resource}`;
    pages = {
      alone: [resourcePage, `/sellers/${seller}`],
      together: ['/', '/curriculum', `/profile/${seller}`, '/courses', `/courses/${course}`],
    };
    await writeEverywhere(HARMLESS);
    for (const url of [...pages.alone, ...pages.together]) twins.set(url, await readPage(url));
  });

  it('every field appears on some page, except those only search, owners and downloads show', () => {
    const shown = new Set([...twins.values()].flatMap((page) => shownFields(page, HARMLESS)));
    // They are in the page's data anyway.
    expect(FIELDS.filter((field) => !shown.has(field))).toEqual(['tag', 'fileName', 'versionNote']);
  });

  async function expectText(text: string, urls: readonly string[]): Promise<void> {
    await writeEverywhere(text);
    for (const url of urls) {
      const page = await readPage(url);
      const twin = twins.get(url);
      if (!twin) throw new Error(`${url} was not read`);
      expect(shapeOf(page), url).toEqual(shapeOf(twin));
      expectInert(page);
      // The description is Markdown: another test covers what remains of it as text.
      const fields = shownFields(twin, HARMLESS).filter((field) => field !== 'description');
      expect(shownFields(page, text), url).toEqual(expect.arrayContaining(fields));
    }
  }

  it.each(HOSTILE)('%s', (text) => expectText(text, pages.alone));

  it.each(GROUPS)('%s', async (text) => {
    await expectText(text, pages.together);
    const map = readHtml((await app.inject({ url: '/sitemap.xml' })).body);
    const names = new Set(map.elements.map(({ name }) => name));
    expect(names).toEqual(new Set(['urlset', 'url', 'loc', 'lastmod']));
  });

  it('search engines get the exact texts', async () => {
    const text = HOSTILE[1] ?? '';
    await writeEverywhere(text);
    const page = await readPage(resourcePage);
    const data = page.elements.filter(({ attributes }) => attributes.get('type') === 'application/ld+json');
    const names = data.map(({ raw }) => (JSON.parse(raw) as { name: string }).name);
    expect(names).toContain(wordsOf(text, 'title'));
  });
});
