// Reviews: who may write them, what is stored, and how they are listed.
import { describe, expect, it } from 'vitest';
import { createCourse, createEntitlement, createResource, createReview } from '#server/seed/factories.ts';
import * as contract from '#shared/features/review/review.contract.ts';
import type { Review } from '#shared/features/review/review.contract.ts';
import { type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const body = 'My seven-year-olds asked for it again.';

/** A user who has the item. */
async function ownerOf(itemId: number, itemType: 'resource' | 'course' = 'resource', names = {}) {
  const person = await someone(ctx, names);
  await createEntitlement(ctx.db, { userId: person.id, itemType, itemId });
  return person;
}

const write = (id: number, person: Person, review: object = { stars: 5, body }) =>
  call(contract.reviewResource, { params: { id }, body: review, ...person });

const read = async (id: number, query: Record<string, string> = {}): Promise<Review[]> =>
  (await call(contract.listResourceReviews, { params: { id }, query })).json();

describe('listing', () => {
  it('ten per page as a bare array, in each order', async () => {
    const { id } = await createResource(ctx.db);
    for (const at of Array.from({ length: 12 }).keys()) {
      const createdAt = new Date(Date.UTC(2026, 4, 1 + at));
      const stars = (at % 5) + 1;
      await createReview(ctx.db, {
        itemType: 'resource',
        itemId: id,
        stars,
        createdAt,
        updatedAt: createdAt,
      });
    }
    const newest = await read(id);
    expect(newest).toHaveLength(10);
    expect(newest[0]?.createdAt).toBe('2026-05-12T00:00:00.000Z');
    expect(await read(id, { page: '2' })).toHaveLength(2);
    expect(await read(id, { page: '3' })).toEqual([]);
    const starsIn = async (sort: string) => (await read(id, { sort })).map((review) => review.stars);
    expect(await starsIn('highest')).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 2, 1]);
    expect(await starsIn('lowest')).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 4, 4]);
    const curriculum = await call(contract.listCurriculumReviews, { params: { id } });
    expect(curriculum.json()).toEqual(newest);
  });

  it("shows the author's first name and initial, and nothing else", async () => {
    const { id } = await createResource(ctx.db);
    const annika = await ownerOf(id, 'resource', { firstName: 'Annika', lastName: 'Sørensen' });
    await write(id, annika);
    const former = await createReview(ctx.db, { itemType: 'resource', itemId: id, stars: 2 });
    await ctx.pool.query('update reviews set user_id = null where id = $1', [former.id]);
    const answer = await call(contract.listResourceReviews, { params: { id } });
    expect(
      answer
        .json()
        .map((review: Review) => review.author)
        .toSorted(),
    ).toEqual(['A former member', 'Annika S.']);
    expect(answer.body).not.toContain('rensen');
    expect(answer.body).not.toContain(annika.username);
  });

  it('for an item off sale is limited to users who may see it', async () => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id, state: 'archived' });
    const statusFor = async (person?: Person) =>
      (await call(contract.listResourceReviews, { params: { id }, ...person })).statusCode;
    expect(await statusFor()).toBe(404);
    expect(await statusFor(await someone(ctx))).toBe(404);
    expect(await statusFor(seller)).toBe(200);
    expect(await statusFor(await ownerOf(id))).toBe(200);
    const draft = await createCourse(ctx.db, { state: 'draft' });
    expect((await call(contract.listCourseReviews, { params: { id: draft.id } })).statusCode).toBe(404);
  });

  it('rejects invalid pages, orders and ids', async () => {
    const { id } = await createResource(ctx.db);
    for (const query of [{ page: '0' }, { page: 'x' }, { sort: 'best' }] as Record<string, string>[]) {
      expect((await call(contract.listResourceReviews, { params: { id }, query })).statusCode).toBe(400);
    }
    expect((await call(contract.listResourceReviews, { params: { id: 'x' } })).statusCode).toBe(400);
  });
});

describe('writing', () => {
  it('by users who have the item, once each; again updates it', async () => {
    const { id } = await createResource(ctx.db);
    const me = await ownerOf(id);
    const first = await write(id, me, { stars: 3, body });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ stars: 3, body, isEdited: false, answer: null });
    ctx.clock.advance(60_000);
    const same = await write(id, me, { stars: 3, body });
    expect(same.json()).toEqual(first.json());
    const second = await call(contract.reviewCurriculum, { params: { id }, body: { stars: 5 }, ...me });
    expect(second.json()).toMatchObject({ id: first.json().id, stars: 5, body: '', isEdited: true });
    expect(await read(id)).toEqual([second.json()]);
  });

  it('many at once by one user are one review', async () => {
    const { id } = await createResource(ctx.db);
    const me = await ownerOf(id);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((stars) => write(id, me, { stars })));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
    const reviews = await read(id);
    expect(reviews).toHaveLength(1);
    const { rows } = await ctx.pool.query('select rating_sum, rating_count from resources where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ rating_sum: reviews[0]?.stars, rating_count: 1 }]);
  });

  it.each([
    ['free', {}, 200],
    ['grant', {}, 200],
    ['order_line', { state: 'revoked' }, 403],
    ['membership', { endsAt: new Date('2026-01-01') }, 403],
  ] as const)('with an entitlement of cause %s %j: %i', async (cause, values, status) => {
    const { id } = await createResource(ctx.db);
    const me = await someone(ctx);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: id, cause, ...values });
    expect((await write(id, me)).statusCode).toBe(status);
  });

  it('not by others, its seller or instructor, or guests', async () => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id });
    const other = await write(id, await someone(ctx));
    expect(other.statusCode).toBe(403);
    expect(other.json().message).toContain('people who have this resource');
    await createEntitlement(ctx.db, { userId: seller.id, itemType: 'resource', itemId: id });
    expect((await write(id, seller)).statusCode).toBe(403);
    const course = await createCourse(ctx.db, { instructorId: seller.id });
    await createEntitlement(ctx.db, { userId: seller.id, itemType: 'course', itemId: course.id });
    const own = await call(contract.reviewCourse, {
      params: { id: course.id },
      body: { stars: 5 },
      ...seller,
    });
    expect(own.statusCode).toBe(403);
    expect((await call(contract.reviewResource, { params: { id }, body: { stars: 5 } })).statusCode).toBe(
      401,
    );
    expect((await read(id)).length).toBe(0);
  });

  it('for an unknown item or one off sale returns 404 to strangers', async () => {
    const { id } = await createResource(ctx.db, { state: 'draft' });
    expect((await write(id, await someone(ctx))).statusCode).toBe(404);
    expect((await write(2_000_000_000, await someone(ctx))).statusCode).toBe(404);
  });

  it('a course is reviewed like a resource', async () => {
    const { id } = await createCourse(ctx.db);
    const me = await ownerOf(id, 'course');
    const answer = await call(contract.reviewCourse, { params: { id }, body: { stars: 4, body }, ...me });
    expect(answer.statusCode).toBe(200);
    expect((await call(contract.listCourseReviews, { params: { id } })).json()).toEqual([answer.json()]);
  });

  it('keeps the text, without invisible characters', async () => {
    const { id } = await createResource(ctx.db);
    const me = await ownerOf(id);
    const written = ' <script>alert(1)</script>\r\n**bold** \u0007\u202E"quoted" 👩🏽‍🎓 ';
    const { body: kept } = (await write(id, me, { stars: 5, body: written })).json();
    expect(kept).toBe('<script>alert(1)</script>\n**bold** "quoted" 👩🏽‍🎓');
    expect((await write(id, me, { stars: 5, body: 'é'.repeat(4000) })).statusCode).toBe(200);
  });

  it.each([
    {},
    { stars: 0 },
    { stars: 6 },
    { stars: 4.5 },
    { stars: '5' },
    { stars: 5, body: 'x'.repeat(4001) },
    { stars: 5, body: 7 },
  ])('%j is rejected', async (review) => {
    const { id } = await createResource(ctx.db);
    expect((await write(id, await ownerOf(id), review)).statusCode).toBe(400);
  });
});

describe('deleting', () => {
  it("one's own review updates the average", async () => {
    const { id } = await createResource(ctx.db);
    const me = await ownerOf(id);
    const { id: reviewId } = (await write(id, me)).json();
    const other = await ownerOf(id);
    await write(id, other, { stars: 1 });
    expect((await call(contract.deleteReview, { params: { id: reviewId }, ...other })).statusCode).toBe(404);
    expect((await call(contract.deleteReview, { params: { id: reviewId } })).statusCode).toBe(401);
    expect((await call(contract.deleteReview, { params: { id: 'x' }, ...me })).statusCode).toBe(400);
    expect((await call(contract.deleteReview, { params: { id: reviewId }, ...me })).statusCode).toBe(204);
    expect((await call(contract.deleteReview, { params: { id: reviewId }, ...me })).statusCode).toBe(404);
    expect((await read(id)).map((review) => review.stars)).toEqual([1]);
    const { rows } = await ctx.pool.query('select rating_sum, rating_count from resources where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ rating_sum: 1, rating_count: 1 }]);
  });
});

describe('the owner’s reply', () => {
  async function reviewed(values: Parameters<typeof createResource>[1] = {}) {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id, ...values });
    const review = await createReview(ctx.db, { itemType: 'resource', itemId: id });
    return { seller, id, reviewId: review.id };
  }
  const answer = (id: number, person: Partial<Person>, text = 'Thank you, Ana.') =>
    call(contract.replyToReview, { params: { id }, body: { body: text }, ...person });

  it("is written once, in the seller's name", async () => {
    const { seller, id, reviewId } = await reviewed();
    const first = await answer(reviewId, seller, ' Thank\u0007 you.\r\nCome again. ');
    expect(first.statusCode).toBe(200);
    expect(first.json().answer).toEqual({
      body: 'Thank you.\nCome again.',
      by: 'Barre & Beyond',
      at: ctx.clock.now().toISOString(),
    });
    const second = await answer(reviewId, seller, 'And another thing.');
    expect(second.statusCode).toBe(409);
    expect(await read(id)).toEqual([first.json()]);
  });

  it('two at once: one is stored, the other gets an error', async () => {
    const { seller, id, reviewId } = await reviewed();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => answer(reviewId, seller, `Answer ${at}`)),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    const won = answers.find((each) => each.statusCode === 200);
    expect(await read(id)).toEqual([won?.json()]);
  });

  it('of an instructor is in their name', async () => {
    const teacher = await someone(ctx, { roles: ['instructor'], firstName: 'Ines', lastName: 'Marques' });
    const { id } = await createCourse(ctx.db, { instructorId: teacher.id });
    const review = await createReview(ctx.db, { itemType: 'course', itemId: id });
    expect((await answer(review.id, teacher)).json().answer.by).toBe('Ines Marques');
  });

  it('is only for the owner of a visible item', async () => {
    const { seller, reviewId } = await reviewed();
    expect((await answer(reviewId, {})).statusCode).toBe(401);
    expect((await answer(reviewId, await someone(ctx))).statusCode).toBe(404);
    expect((await answer(reviewId, await someSeller(ctx))).statusCode).toBe(404);
    expect(
      (await call(contract.replyToReview, { params: { id: reviewId }, body: { body } }, 'admin')).statusCode,
    ).toBe(404);
    expect((await answer(2_000_000_000, seller)).statusCode).toBe(404);
    const archived = await reviewed({ state: 'archived' });
    expect((await answer(archived.reviewId, archived.seller)).statusCode).toBe(404);
    for (const text of ['', '   ', '\u0000\u0000', 'x'.repeat(2001)]) {
      expect((await answer(reviewId, seller, text)).statusCode).toBe(400);
    }
  });
});
