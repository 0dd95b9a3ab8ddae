// What a tab, a cart or a link from the time of a membership is still good for after its end: nothing that was for
// members, and everything that was bought.
import { expect, it } from 'vitest';
import { createBundle, createCourse, createResource } from '#server/seed/factories.ts';
import { addToCart, getCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getLesson } from '#shared/features/learning/learning.contract.ts';
import { addToLibrary, getBenefits } from '#shared/features/membership/membership.contract.ts';
import { getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import { bookableTeacher, bookingTools } from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { taughtCourse } from '../../../tests/server/learning-tools.ts';
import { endMembershipOf, memberOf } from '../../../tests/server/membership-tools.ts';
import { resourceWithFiles, someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

const PLAN = { resourceDiscount: 10, courseDiscount: 15, bookingDiscount: 20, monthlyDownloads: 10 };
const pay = (body: object, buyer: Person) =>
  call(simpleCheckout, { body: { ...MARA, card: CARDS.good, ...body }, ...buyer });
const cartLine = async (buyer: Person) => (await call(getCart, buyer)).json<unknown[]>()[0];

async function fromLibrary(member: Person, item: { itemType: string; itemId: number }): Promise<void> {
  await ctx.pool.query('insert into library_items (item_type, item_id, added_at) values ($1, $2, now())', [
    item.itemType,
    item.itemId,
  ]);
  const taken = await call(addToLibrary, { body: item, ...member });
  expect(taken.statusCode, taken.body).toBe(200);
}

const downloads = (id: number, person: Person) => call(getResourceDownloads, { params: { id }, ...person });

it('a link to a file of the library ends with the membership, though it is valid for minutes', async () => {
  const { member, membership } = await memberOf(ctx, PLAN);
  const seller = await someSeller(ctx);
  const { id } = await resourceWithFiles(ctx, { sellerId: seller.id, priceCents: 1200 });
  await fromLibrary(member, { itemType: 'resource', itemId: id });
  const [file] = (await downloads(id, member)).json<{ files: { url: string }[] }>().files;
  const fetchFile = () => app.app.inject({ url: file?.url ?? '', headers: member.headers });
  expect((await fetchFile()).statusCode).toBe(200);
  await endMembershipOf(ctx, membership);
  expect((await fetchFile()).statusCode).toBeGreaterThanOrEqual(400);
  expect((await downloads(id, member)).statusCode).toBe(402);
});

it('and at the second it was paid until, whether or not a job has run', async () => {
  const soon = new Date(ctx.clock.now().getTime() + 60_000);
  const { member } = await memberOf(ctx, PLAN, { endsAt: soon });
  const seller = await someSeller(ctx);
  const { id } = await resourceWithFiles(ctx, { sellerId: seller.id, priceCents: 1200 });
  await fromLibrary(member, { itemType: 'resource', itemId: id });
  const [file] = (await downloads(id, member)).json<{ files: { url: string }[] }>().files;
  ctx.clock.advance(60_000);
  const late = await app.app.inject({ url: file?.url ?? '', headers: member.headers });
  expect(late.statusCode).toBeGreaterThanOrEqual(400);
  expect((await downloads(id, member)).statusCode).toBe(402);
});

it('a lesson of an included course closes', async () => {
  const { member, membership } = await memberOf(ctx, PLAN);
  const course = await taughtCourse(ctx, { priceCents: 9000 });
  await fromLibrary(member, { itemType: 'course', itemId: course.id });
  const open = () => call(getLesson, { params: { id: course.lessonIds[1] ?? 0 }, ...member });
  expect((await open()).statusCode).toBe(200);
  await endMembershipOf(ctx, membership);
  expect((await open()).statusCode).toBeGreaterThanOrEqual(400);
});

it('a time held at the member price is paid at the full one, after the buyer agreed', async () => {
  const { member, membership } = await memberOf(ctx, PLAN);
  await bookingTools(app).bookFirst(member, await bookableTeacher(ctx));
  expect(await cartLine(member)).toMatchObject({ price: '48.00' });
  await endMembershipOf(ctx, membership);
  expect(await cartLine(member)).toMatchObject({
    price: '60.00',
    details: { previousPrice: '48.00', isMemberPriceOver: true },
  });
  const refused = await pay({ expectedTotal: '48.00' }, member);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('Your membership has ended.'),
  ]);
});

it('a bundle in an old cart costs what it costs everyone', async () => {
  const { member, membership } = await memberOf(ctx, PLAN);
  const seller = await someSeller(ctx);
  const resource = await createResource(ctx.db, { sellerId: seller.id, priceCents: 4000 });
  const course = await createCourse(ctx.db, { priceCents: 6000 });
  const items = [
    { itemType: 'resource' as const, itemId: resource.id },
    { itemType: 'course' as const, itemId: course.id },
  ];
  const { id } = await createBundle(ctx.db, { priceCents: 8000, items });
  await call(addToCart, { body: { itemType: 'bundle', itemId: id, quantity: 1 }, ...member });
  expect(await cartLine(member)).toMatchObject({ price: '69.60' });
  await endMembershipOf(ctx, membership);
  expect(await cartLine(member)).toMatchObject({ price: '80.00', details: { isMemberPriceOver: true } });
  expect((await pay({ expectedTotal: '69.60' }, member)).statusCode).toBe(409);
});

it('what was taken from the library isn’t deducted from a bundle that has it', async () => {
  const { member, membership } = await memberOf(ctx, PLAN);
  const seller = await someSeller(ctx);
  const items = await Promise.all(
    [4000, 6000].map(async (priceCents) => ({
      itemType: 'resource' as const,
      itemId: (await createResource(ctx.db, { sellerId: seller.id, priceCents })).id,
    })),
  );
  const { id } = await createBundle(ctx.db, { priceCents: 8000, items });
  await fromLibrary(member, items[0] ?? { itemType: 'resource', itemId: 0 });
  await call(addToCart, { body: { itemType: 'bundle', itemId: id, quantity: 1 }, ...member });
  expect(await cartLine(member)).toMatchObject({ price: '72.00' });
  await endMembershipOf(ctx, membership);
  expect(await cartLine(member)).toMatchObject({ price: '80.00' });
});

it('nothing a member is told is stored by a cache in between', async () => {
  const { member } = await memberOf(ctx, PLAN);
  for (const contract of [getBenefits, getCart]) {
    expect((await call(contract, member)).headers['cache-control']).toBe('no-store');
  }
  expect((await call(getBenefits, await someone(ctx))).json().isMember).toBe(false);
});
