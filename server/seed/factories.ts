// Creates rows with sensible defaults, for the demo school and for tests.
import type { DbOrTx } from '#server/db/client.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { couponItems, coupons, couponSellers } from '#server/db/schema/coupon.ts';
import { courseModules, courses, lessons } from '#server/db/schema/course.ts';
import { quizzes } from '#server/db/schema/quiz.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { resourceFiles, resources } from '#server/db/schema/resource.ts';
import { reviews } from '#server/db/schema/review.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { insertUser } from '#server/platform/user.queries.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import type { Role } from '#shared/roles.ts';

export type NewPerson = {
  username: string;
  firstName?: string;
  lastName?: string;
  roles?: [Role, ...Role[]];
  /** Absent: nobody can sign in with a password. */
  passwordHash?: string;
};

/** Null if that username or email address is taken. */
export function createPerson(db: DbOrTx, person: NewPerson) {
  const { username, firstName = 'Ana', lastName = 'Ruiz', roles = ['user'], passwordHash = 'none' } = person;
  const email = `${username}@releve.example`;
  return insertUser(db, {
    username,
    usernameKey: identityKey(username),
    email,
    emailKey: identityKey(email),
    firstName,
    lastName,
    role: roles[0],
    roles,
    passwordHash,
    emailVerifiedAt: new Date('2026-01-10T09:00:00Z'),
  });
}

const MADE_AT = new Date('2026-03-02T09:00:00Z');
const dates = { createdAt: MADE_AT, updatedAt: MADE_AT };
let made = 0;
/** So that no two rows of one test share a unique name. */
const nextName = (kind: string) => `made-${kind}-${++made}`;

type Given<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

/** Creates a user unless one is given. */
async function personId(db: DbOrTx, given: number | undefined, roles: [Role, ...Role[]]): Promise<number> {
  if (given !== undefined) return given;
  const person = await createPerson(db, { username: nextName(roles[0]), roles });
  if (!person) throw new Error('That username is taken.');
  return person.id;
}

/** An approved seller; creates a user unless one is given. */
export async function createSeller(db: DbOrTx, seller: Given<typeof sellers> = {}) {
  const userId = await personId(db, seller.userId, ['seller']);
  const name = seller.name ?? 'Studio Ruiz';
  return one(
    await db
      .insert(sellers)
      .values({ slug: nextName('seller'), ...dates, ...seller, name, userId })
      .returning(),
  );
}

/** Published; creates a seller unless one is given. */
export async function createResource(db: DbOrTx, resource: Given<typeof resources> = {}) {
  const sellerId = resource.sellerId ?? (await createSeller(db)).userId;
  return one(
    await db
      .insert(resources)
      .values({
        title: 'Pliés from the floor up',
        description: 'Ten short lessons for a first year at the barre.',
        type: 'document',
        danceStyle: 'Ballet',
        ageGroups: ['Children (5-8)'],
        level: 'Beginner',
        priceCents: 1200,
        state: 'published',
        ...dates,
        ...resource,
        sellerId,
      })
      .returning(),
  );
}

/** Only the row: there is nothing in storage. */
export async function createResourceFile(
  db: DbOrTx,
  file: Given<typeof resourceFiles> & { resourceId: number },
) {
  const storageKey = `test/${nextName('file')}`;
  return one(
    await db
      .insert(resourceFiles)
      .values({
        position: 0,
        name: 'plan.txt',
        storageKey,
        contentType: 'text/plain',
        bytes: 12,
        sha256: storageKey,
        ...file,
      })
      .returning(),
  );
}

export type NewModule = {
  title?: string;
  lessons?: Omit<Given<typeof lessons>, 'moduleId' | 'position'>[];
  quizzes?: Omit<Given<typeof quizzes>, 'moduleId' | 'position'>[];
};

/** Published; creates an instructor unless one is given. `modules` keep the given order. */
export async function createCourse(
  db: DbOrTx,
  { modules = [], ...course }: Given<typeof courses> & { modules?: NewModule[] } = {},
) {
  const instructorId = await personId(db, course.instructorId, ['instructor']);
  const created = one(
    await db
      .insert(courses)
      .values({
        kind: 'course',
        title: 'Teaching turns safely',
        shortName: nextName('course').toUpperCase(),
        danceStyle: 'Jazz',
        ageGroups: ['Teen (13-17)'],
        level: 'Intermediate',
        priceCents: 4900,
        state: 'published',
        publishedAt: MADE_AT,
        ...dates,
        ...course,
        instructorId,
      })
      .returning(),
  );
  for (const [at, module] of modules.entries()) await createModule(db, created.id, at, module);
  return created;
}

async function createModule(db: DbOrTx, courseId: number, position: number, module: NewModule) {
  const title = module.title ?? `Module ${position + 1}`;
  const { id: moduleId } = one(
    await db.insert(courseModules).values({ courseId, position, title }).returning({ id: courseModules.id }),
  );
  for (const [at, lesson] of (module.lessons ?? []).entries()) {
    const values = { kind: 'video' as const, title: `Lesson ${at + 1}`, minutes: 10, ...lesson };
    const assignment = values.kind === 'assignment' ? DEFAULT_ASSIGNMENT : null;
    await db.insert(lessons).values({ assignment, ...values, moduleId, position: at });
  }
  for (const [at, quiz] of (module.quizzes ?? []).entries()) {
    const values = { title: `Quiz ${at + 1}`, questionCount: 5, ...quiz };
    const position = (module.lessons ?? []).length + at;
    await db.insert(quizzes).values({ ...values, moduleId, position });
  }
}

type Item = { itemType: 'resource' | 'course'; itemId: number };

/**
 * On sale; a platform bundle unless a seller is given, with two new resources of that seller unless items are given.
 */
export async function createBundle(
  db: DbOrTx,
  { items, ...bundle }: Given<typeof bundles> & { items?: readonly Item[] } = {},
) {
  const owner = bundle.sellerId ? { sellerId: bundle.sellerId } : {};
  const made = async (): Promise<Item> => ({
    itemType: 'resource',
    itemId: (await createResource(db, owner)).id,
  });
  const things = items ?? [await made(), await made()];
  const created = one(
    await db
      .insert(bundles)
      .values({
        title: 'A first year at the barre',
        priceCents: 1800,
        state: 'published',
        publishedAt: MADE_AT,
        ...dates,
        ...bundle,
      })
      .returning(),
  );
  await db.insert(bundleItems).values(
    things.map(({ itemType, itemId }, position) => ({
      bundleId: created.id,
      position,
      resourceId: itemType === 'resource' ? itemId : null,
      courseId: itemType === 'course' ? itemId : null,
    })),
  );
  return { ...created, items: things };
}

export async function createReview(db: DbOrTx, review: Given<typeof reviews> & Item) {
  const userId = await personId(db, review.userId ?? undefined, ['user']);
  return one(
    await db
      .insert(reviews)
      .values({ stars: 5, body: 'Used it on Monday, using it again on Friday.', ...dates, ...review, userId })
      .returning(),
  );
}

/** Live and permanent unless specified otherwise. */
export async function createEntitlement(db: DbOrTx, entitlement: Given<typeof entitlements> & Item) {
  const userId = await personId(db, entitlement.userId ?? undefined, ['user']);
  return one(
    await db
      .insert(entitlements)
      .values({ cause: 'grant', createdAt: MADE_AT, ...entitlement, userId })
      .returning(),
  );
}

function one<Row>([row]: Row[]): Row {
  if (!row) throw new Error('Nothing was inserted.');
  return row;
}

/** Ten percent off everything, for everybody, as often as they like. */
export async function createCoupon(
  db: DbOrTx,
  {
    items = [],
    sellers = [],
    ...coupon
  }: Given<typeof coupons> & {
    items?: readonly { itemType: 'resource' | 'course' | 'bundle'; itemId: number }[];
    sellers?: readonly number[];
  },
) {
  const worth = coupon.kind === 'fixed' ? {} : { percent: 10 };
  const values = { code: 'TEN', kind: 'percent' as const, ...worth, ...dates, ...coupon };
  const created = one(await db.insert(coupons).values(values).returning());
  const couponId = created.id;
  if (items.length > 0) {
    await db
      .insert(couponItems)
      .values(items.map(({ itemType, itemId }) => ({ couponId, itemType, itemId })));
  }
  if (sellers.length > 0) {
    await db.insert(couponSellers).values(sellers.map((sellerId) => ({ couponId, sellerId })));
  }
  return created;
}
