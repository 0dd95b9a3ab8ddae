// The site map for search engines: what everyone may see. Past 50,000 addresses, the most one file may hold, it
// becomes a list of parts. Whatever the size, it is read and sent piece by piece.
import type { AppContext } from '#server/context.ts';
import { listBundleAddresses } from '#server/features/bundle/bundle.service.ts';
import { listListedInstructors } from '#server/features/connect/connect.service.ts';
import { listCoursesOnOffer } from '#server/features/course/course.service.ts';
import {
  countResourcesOnSale,
  listStretchesOnSale,
  listSitemapResources,
} from '#server/features/resource/resource.service.ts';
import { listSellersOnSale } from '#server/features/seller/seller.service.ts';
import { AppError } from '#shared/errors.ts';

const MAX_ADDRESSES = 50_000;
/** Together with courses they must fit in one file. */
const MAX_SELLERS = 40_000;
const MAX_INSTRUCTORS = 40_000;
const MAX_ID = 2_147_483_647;
const PAGES = ['/', '/about', '/terms', '/courses', '/curriculum', '/connect', '/subscription'];
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Xml = AsyncIterable<string>;
type Changed = { id: number; updatedAt: Date };

/** Everything in one file, or the list of its parts. */
export async function sitemap(ctx: AppContext, perFile = MAX_ADDRESSES): Promise<Xml> {
  const others = await otherAddresses(ctx);
  const room = Math.max(0, perFile - others.length);
  const isSmall = (await countResourcesOnSale(ctx, { limit: room + 1 })) <= room;
  return isSmall
    ? urlset(others, resourceAddresses(ctx, { after: 0, upTo: MAX_ID }))
    : sitemapIndex(ctx, perFile);
}

/** `pages`, or `resources-3`: what /sitemap.xml names once there is too much for one file. */
export async function sitemapPart(ctx: AppContext, part: string, perFile = MAX_ADDRESSES): Promise<Xml> {
  if (part === 'pages') return urlset(await otherAddresses(ctx));
  const stretch = Number(/^resources-([1-9]\d{0,4})$/.exec(part)?.[1]);
  const after = (stretch - 1) * perFile;
  if (!(after < MAX_ID)) throw new AppError('not_found', 'This part of the sitemap doesn’t exist.');
  return urlset([], resourceAddresses(ctx, { after, upTo: Math.min(after + perFile, MAX_ID) }));
}

/** Pages, courses, bundles, sellers and instructors: few enough to share a file. */
async function otherAddresses(ctx: AppContext): Promise<string[]> {
  const at = addressOf(ctx);
  const [courses, bundles, sellers, instructorIds] = await Promise.all([
    listCoursesOnOffer(ctx),
    listBundleAddresses(ctx),
    listSellersOnSale(ctx, { limit: MAX_SELLERS }),
    listListedInstructors(ctx, { limit: MAX_INSTRUCTORS }),
  ]);
  return [
    ...PAGES.map((page) => `<url><loc>${ctx.config.publicUrl}${page}</loc></url>`),
    ...courses.map((course) => at('/courses', course)),
    ...bundles.map((bundle) => at('/bundles', bundle)),
    ...sellers.map((seller) => at('/sellers', seller)),
    ...instructorIds.map((id) => `<url><loc>${ctx.config.publicUrl}/instructors/${id}</loc></url>`),
  ];
}

const addressOf =
  ({ config }: AppContext) =>
  (folder: string, { id, updatedAt }: Changed) =>
    `<url><loc>${config.publicUrl}${folder}/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`;

async function* resourceAddresses(ctx: AppContext, stretch: { after: number; upTo: number }) {
  const at = addressOf(ctx);
  for await (const rows of listSitemapResources(ctx, stretch)) {
    yield rows.map((resource) => at('/curriculum', resource)).join('');
  }
}

async function* urlset(addresses: string[], more?: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${NAMESPACE}>${addresses.join('')}`;
  if (more) yield* more;
  yield '</urlset>';
}

async function* sitemapIndex(ctx: AppContext, perFile: number): AsyncGenerator<string> {
  const stretches = await listStretchesOnSale(ctx, { size: perFile });
  const parts = ['pages', ...stretches.map((stretch) => `resources-${stretch}`)];
  const named = parts.map(
    (part) => `<sitemap><loc>${ctx.config.publicUrl}/sitemap-${part}.xml</loc></sitemap>`,
  );
  yield `${HEAD}<sitemapindex ${NAMESPACE}>${named.join('')}</sitemapindex>`;
}
