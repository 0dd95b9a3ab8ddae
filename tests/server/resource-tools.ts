// Users and resources for tests: a signed-in user, a resource with files, and their access.
import { createHash, randomUUID } from 'node:crypto';
import { resourceFiles } from '#server/db/schema/resource.ts';
import { createSession } from '#server/platform/session.service.ts';
import { createEntitlement, createPerson, createResource, createSeller } from '#server/seed/factories.ts';
import type { Role } from '#shared/roles.ts';
import type { TestContext } from './test-database.ts';

export type Person = { id: number; username: string; headers: { cookie: string } };

/** A new user, signed in; without a password, which would cost time. */
export async function someone(
  ctx: TestContext,
  { roles = ['user'], ...names }: { roles?: [Role, ...Role[]]; firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const username = `p-${randomUUID().slice(0, 18)}`;
  const person = await createPerson(ctx.db, { username, roles, ...names });
  if (!person) throw new Error(`${username} exists`);
  return { id: person.id, username, headers: { cookie: await cookieOf(ctx, person.id) } };
}

/** Another session of theirs. */
export async function cookieOf(ctx: TestContext, userId: number): Promise<string> {
  const { token } = await createSession(ctx, ctx.db, { userId, address: '127.0.0.1', userAgent: 'test' });
  return `releve_session=${token}`;
}

/** An approved seller. */
export async function someSeller(ctx: TestContext): Promise<Person> {
  const seller = await someone(ctx, { roles: ['seller'] });
  await createSeller(ctx.db, { userId: seller.id, name: 'Barre & Beyond' });
  return seller;
}

export const FILE_TEXT = 'Week one: find the floor with both feet. '.repeat(50);

/** A resource whose files are actually in storage. */
export async function resourceWithFiles(
  ctx: TestContext,
  { files = ['plan.txt'], ...resource }: Parameters<typeof createResource>[1] & { files?: string[] } = {},
) {
  const created = await createResource(ctx.db, resource);
  const rows = [];
  for (const [position, name] of files.entries()) {
    const content = Buffer.from(`${position}: ${FILE_TEXT}`);
    const storageKey = `test/${randomUUID()}`;
    await ctx.storage.put(storageKey, content, { contentType: 'text/plain' });
    const [row] = await ctx.db
      .insert(resourceFiles)
      .values({
        resourceId: created.id,
        position,
        name,
        label: `Part ${position}`,
        storageKey,
        contentType: 'text/plain',
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      .returning();
    if (row) rows.push({ ...row, content });
  }
  return { ...created, files: rows };
}

/** A paid resource, and a user who bought it. */
export async function boughtResource(ctx: TestContext, values: Parameters<typeof resourceWithFiles>[1] = {}) {
  const seller = await someSeller(ctx);
  const resource = await resourceWithFiles(ctx, { sellerId: seller.id, ...values });
  const buyer = await someone(ctx);
  const item = { itemType: 'resource', itemId: resource.id } as const;
  await createEntitlement(ctx.db, { userId: buyer.id, ...item, cause: 'order_line' });
  const file = resource.files[0];
  if (!file) throw new Error('It has no file.');
  return { seller, resource, buyer, file, id: resource.id };
}

/** As the resource shows it, and as the table has it. */
export async function downloadsOf(ctx: TestContext, id: number): Promise<{ counted: number; rows: number }> {
  const { rows } = await ctx.pool.query<{ counted: number; rows: number }>(
    `select download_count as counted, (select count(*)::int from resource_downloads where resource_id = $1) as rows
     from resources where id = $1`,
    [id],
  );
  return rows[0] ?? { counted: -1, rows: -1 };
}
