import PdfWriter from 'pdfkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { arrivedUpload, DESCRIPTION } from '../../../tests/server/author-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, resourceWithFiles, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { sendVersionMailsJob } from './resource-version.service.ts';

const { ctx, call } = await testApp();
let seller: Person;

beforeEach(async () => {
  seller = await someSeller(ctx);
});

const act = (contract: Contract, id: number, input: { body?: object; fileId?: number } = {}) =>
  call(contract, {
    headers: seller.headers,
    params: { id, fileId: input.fileId ?? 0 },
    ...(input.body && { body: input.body }),
  });

const addFile = async (id: number, values: Parameters<typeof arrivedUpload>[2] = {}) => {
  const upload = await arrivedUpload(ctx, seller.id, values);
  return act(author.addResourceFile, id, { body: { uploadId: upload.id, label: 'New' } });
};

const publish = async (id: number, note: string) => {
  const { revision }: OwnResource = (await act(author.getOwnResource, id)).json();
  return act(author.publishChanges, id, { body: { revision, note } });
};

const filesOf = (resource: OwnResource, version: number) =>
  resource.files.filter((file) => file.version === version).map(({ name }) => name);

async function lockedPdf(): Promise<Buffer> {
  const doc = new PdfWriter({ userPassword: 'plié', pdfVersion: '1.7' });
  doc.text('Secret');
  doc.end();
  const parts: Buffer[] = [];
  for await (const part of doc as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

describe('files of a draft', () => {
  test('are limited to twenty, even when several arrive at once', async () => {
    const names = Array.from({ length: 18 }, (_, at) => `${at}.txt`);
    const { id } = await resourceWithFiles(ctx, { sellerId: seller.id, state: 'draft', files: names });
    const answers = await Promise.all(Array.from({ length: 5 }, () => addFile(id)));
    expect(statusesOf(answers)).toEqual([201, 201, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toContain('at most 20 files');
    const { rows } = await ctx.pool.query(
      `select count(*)::int as left from uploads where user_id = $1 and state = 'ready'`,
      [seller.id],
    );
    expect(rows[0].left).toBe(3);
  });

  test('are renamed, moved and removed; the extension stays', async () => {
    const { id, files } = await resourceWithFiles(ctx, {
      sellerId: seller.id,
      state: 'draft',
      files: ['a.txt', 'b.txt', 'c.txt'],
    });
    const fileId = files[2]?.id ?? 0;
    const body = { name: '../../etc/week one', position: 0 };
    const moved = (await act(author.updateResourceFile, id, { fileId, body })).json();
    expect(filesOf(moved, 1)).toEqual(['-..-etc-week one.txt', 'a.txt', 'b.txt']);
    const gone = (await act(author.deleteResourceFile, id, { fileId: files[0]?.id ?? 0 })).json();
    expect(filesOf(gone, 1)).toEqual(['-..-etc-week one.txt', 'b.txt']);
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(files[0]?.storageKey ?? '')).toBeNull();
  });
});

describe('previews', () => {
  test('report why they failed and what to do, and can be retried', async () => {
    const { id } = await resourceWithFiles(ctx, { sellerId: seller.id, state: 'draft' });
    await addFile(id, { name: 'locked.pdf', content: await lockedPdf(), contentType: 'application/pdf' });
    await addFile(id, { name: 'broken.pdf', content: Buffer.from('%PDF-1.7 no more') });
    const gone = await arrivedUpload(ctx, seller.id);
    await act(author.addResourceFile, id, { body: { uploadId: gone.id } });
    await ctx.storage.delete(gone.storageKey);
    await ctx.jobs.drain();
    const { files, previews }: OwnResource = (await act(author.getOwnResource, id)).json();
    expect(files.map(({ previewState }) => previewState)).toEqual(['made', 'failed', 'failed', 'failed']);
    expect(files[1]?.previewProblem).toBe(
      'This PDF is locked with a password. Save it without one and upload it again.',
    );
    expect(files[2]?.previewProblem).toContain('damaged');
    expect(files[3]?.previewProblem).toContain('upload it again');
    expect(previews).toHaveLength(1);
    const list = (await act(author.listOwnResources, 0)).json();
    expect(list.items[0].failedPreviews).toBe(3);
    await ctx.storage.put(gone.storageKey, Buffer.from('Back again, line by line\nand whole'), {
      contentType: 'text/plain',
    });
    const again: OwnResource = (await act(author.retryPreviews, id)).json();
    expect(again.files[1]).toMatchObject({ previewState: 'waiting', previewProblem: null });
    await ctx.jobs.drain();
    const after: OwnResource = (await act(author.getOwnResource, id)).json();
    expect(after.files[3]?.previewState).toBe('made');
  });

  test('follow the seller’s choice once published, without a new version', async () => {
    const { id, files } = await resourceWithFiles(ctx, { sellerId: seller.id, description: DESCRIPTION });
    const fileId = files[0]?.id ?? 0;
    await act(author.retryPreviews, id);
    await ctx.jobs.drain();
    const body = { isPreviewed: false };
    const hidden: OwnResource = (await act(author.updateResourceFile, id, { fileId, body })).json();
    expect(hidden.unpublished).toMatchObject({ isNewVersion: false, changes: [{ label: 'Files' }] });
    await ctx.jobs.drain();
    const before: OwnResource = (await act(author.getOwnResource, id)).json();
    expect(before.previews).toHaveLength(1);
    await publish(id, '');
    await ctx.jobs.drain();
    const after: OwnResource = (await act(author.getOwnResource, id)).json();
    expect(after).toMatchObject({ version: 1, unpublished: null, previews: [] });
    // The same file, so links to it stay valid.
    expect(after.files).toMatchObject([{ id: fileId, isPreviewed: false, previewState: 'none' }]);
  });
});

describe('a new version', () => {
  const prepare = async () => {
    const resource = await resourceWithFiles(ctx, { sellerId: seller.id, description: DESCRIPTION });
    const added: OwnResource = (await addFile(resource.id, { name: 'new.txt' })).json();
    return { ...resource, added };
  };

  test('is prepared without changing what is on sale', async () => {
    const { id, files, added } = await prepare();
    expect([filesOf(added, 1), filesOf(added, 2)]).toEqual([['plan.txt'], ['plan.txt', 'new.txt']]);
    const buyer = await someone(ctx);
    await createEntitlement(ctx.db, { userId: buyer.id, itemType: 'resource', itemId: id });
    const links = await call(resourceContract.getResourceDownloads, {
      params: { id },
      headers: buyer.headers,
    });
    expect(links.json().files.map(({ name }: { name: string }) => name)).toEqual(['plan.txt']);
    const onSale = await act(author.deleteResourceFile, id, { fileId: files[0]?.id ?? 0 });
    expect(onSale.statusCode).toBe(409);
    const twin = added.files.find(({ version }) => version === 2);
    const left = (await act(author.deleteResourceFile, id, { fileId: twin?.id ?? 0 })).json();
    expect(filesOf(left, 2)).toEqual(['new.txt']);
    const last = left.files.find(({ version }: { version: number }) => version === 2);
    expect((await act(author.deleteResourceFile, id, { fileId: last.id })).statusCode).toBe(409);
    const body = { revision: left.revision };
    const dropped = (await act(author.discardChanges, id, { body })).json();
    expect([filesOf(dropped, 1), filesOf(dropped, 2)]).toEqual([['plan.txt'], []]);
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(files[0]?.storageKey ?? '')).not.toBeNull();
  });

  test('replaces the old one at once and deletes its files', async () => {
    const { id, files, added } = await prepare();
    const twin = added.files.find(({ version }) => version === 2);
    await act(author.deleteResourceFile, id, { fileId: twin?.id ?? 0 });
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(files[0]?.storageKey ?? '')).not.toBeNull();
    const note = 'A page on cold halls.';
    const unsaid = await publish(id, ' ');
    expect(unsaid.statusCode).toBe(422);
    expect(unsaid.json().details).toMatchObject([{ path: 'note' }]);
    const answers = await Promise.all([1, 2, 3].map(() => publish(id, note)));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    await ctx.jobs.drain();
    const after: OwnResource = (await act(author.getOwnResource, id)).json();
    expect(after).toMatchObject({ version: 2, state: 'published' });
    expect(after.files).toMatchObject([{ name: 'new.txt', version: 2, previewState: 'made' }]);
    expect(after.events[0]).toMatchObject({ kind: 'version_published', details: { number: 2 } });
    expect(await ctx.storage.stat(files[0]?.storageKey ?? '')).toBeNull();
    const versions = await call(resourceContract.listResourceVersions, { params: { id } });
    expect(versions.json()).toMatchObject([{ number: 2, note }]);
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [id]);
    expect((await call(resourceContract.listResourceVersions, { params: { id } })).statusCode).toBe(404);
  });

  test('is emailed once to every holder, no matter how often the job runs', async () => {
    const { id } = await prepare();
    const item = { itemType: 'resource', itemId: id } as const;
    const people = [await someone(ctx), await someone(ctx), await someone(ctx), await someone(ctx)];
    const [twice, once, revoked, ended] = people.map((person) => person.id);
    await createEntitlement(ctx.db, { userId: twice, ...item, cause: 'free' });
    await createEntitlement(ctx.db, { userId: twice, ...item, cause: 'order_line', causeRef: 'x' });
    await createEntitlement(ctx.db, { userId: once, ...item });
    await createEntitlement(ctx.db, { userId: revoked, ...item, state: 'revoked' });
    await createEntitlement(ctx.db, { userId: ended, ...item, endsAt: new Date('2020-01-01') });
    await createEntitlement(ctx.db, { userId: seller.id, ...item });
    await publish(id, 'A page on cold halls.');
    await ctx.jobs.drain();
    for (let again = 0; again < 2; again++) {
      await ctx.jobs.send(ctx.db, sendVersionMailsJob, { resourceId: id, number: 2 });
      await ctx.jobs.drain();
    }
    const mails = await Promise.all(
      [...people, seller].map(({ username }) => mailsTo(ctx, `${username}@releve.example`)),
    );
    expect(mails.map((mails) => mails.length)).toEqual([1, 1, 0, 0, 0]);
    expect(mails[0]?.[0]?.subject).toContain('New version');
    expect(mails[0]?.[0]?.text).toContain('A page on cold halls.');
  });
});
