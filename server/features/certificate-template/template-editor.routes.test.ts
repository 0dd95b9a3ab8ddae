// Editing certificate templates over HTTP: who may, drafts and versions, copies, pictures.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#server/db/schema/upload.ts';
import { STARTER_TEMPLATES } from '#shared/features/certificate-template/starter-templates.ts';
import * as contract from '#shared/features/certificate-template/certificate-template.contract.ts';
import type { CertificateTemplate } from '#shared/features/certificate-template/certificate-template.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { ensureStarterTemplates } from './certificate-template.service.ts';

const { ctx, app, call } = await testApp();

const starters = async () => {
  const answer = await call(contract.listCertificateTemplates, {}, 'instructor');
  return answer.json<CertificateTemplate[]>().filter(({ isPlatform }) => isPlatform);
};

async function duplicate(as: 'instructor' | 'multi' | 'admin' = 'instructor'): Promise<CertificateTemplate> {
  const [starter] = await starters();
  const params = { id: starter?.id ?? 0 };
  return (await call(contract.duplicateCertificateTemplate, { params }, as)).json();
}

function moved({ draft }: CertificateTemplate) {
  const elements = draft.elements.map((element) =>
    element.id === 'name' ? { ...element, x: element.x + 10 } : element,
  );
  return { ...draft, elements };
}

let own: CertificateTemplate;
beforeEach(async () => {
  own = await duplicate();
});

test('every site starts with three templates in use, however often it starts', async () => {
  await Promise.all([ensureStarterTemplates(ctx.db), ensureStarterTemplates(ctx.db)]);
  const found = await starters();
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    STARTER_TEMPLATES.map(({ name }) => name).toSorted(),
  );
  expect(found.every(({ version, canEdit }) => version === 1 && !canEdit)).toBe(true);
});

test('a draft is saved, and published as the next version; the version before stays', async () => {
  const params = { id: own.id };
  const body = { revision: own.revision, name: 'Spring school', draft: moved(own) };
  const saved = await call(contract.updateCertificateTemplate, { params, body }, 'instructor');
  expect(saved.json()).toMatchObject({ name: 'Spring school', revision: own.revision + 1, version: 0 });
  const publish = { params, body: { revision: own.revision + 1 } };
  const published = await call(contract.publishCertificateTemplate, publish, 'instructor');
  expect(published.json()).toMatchObject({ version: 1, hasUnpublishedChanges: false });
  // Nothing changed since: no second version.
  const again = await call(contract.publishCertificateTemplate, publish, 'instructor');
  expect(again.json()).toMatchObject({ version: 1 });
});

test('a change made from an older revision is refused', async () => {
  const params = { id: own.id };
  const save = () =>
    call(
      contract.updateCertificateTemplate,
      { params, body: { revision: own.revision, draft: moved(own) } },
      'instructor',
    );
  const answers = await Promise.all([save(), save(), save()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const publish = { params, body: { revision: own.revision } };
  expect((await call(contract.publishCertificateTemplate, publish, 'instructor')).statusCode).toBe(409);
});

test('a page without a name, or without a way to verify it, can’t be used', async () => {
  const without = async (kept: (id: string) => boolean) => {
    const template = await duplicate();
    const draft = { ...template.draft, elements: template.draft.elements.filter(({ id }) => kept(id)) };
    const params = { id: template.id };
    const body = { revision: template.revision, draft };
    await call(contract.updateCertificateTemplate, { params, body }, 'instructor');
    const publish = { params, body: { revision: template.revision + 1 } };
    return (await call(contract.publishCertificateTemplate, publish, 'instructor')).statusCode;
  };
  expect(await without((id) => id !== 'name')).toBe(422);
  expect(await without((id) => id !== 'qr' && id !== 'number')).toBe(422);
  expect(await without((id) => id !== 'qr')).toBe(200);
});

describe('who may', () => {
  test('someone else’s template isn’t there', async () => {
    const params = { id: own.id };
    const { revision, draft } = own;
    for (const as of ['multi', 'admin', 'member'] as const) {
      const statuses = [
        await call(contract.getCertificateTemplate, { params }, as),
        await call(contract.updateCertificateTemplate, { params, body: { revision, draft } }, as),
        await call(contract.publishCertificateTemplate, { params, body: { revision } }, as),
        await call(contract.duplicateCertificateTemplate, { params }, as),
        await call(contract.archiveCertificateTemplate, { params }, as),
        await call(contract.getTemplateTestPage, { params }, as),
      ].map(({ statusCode }) => statusCode);
      expect(statuses, as).toEqual([404, 404, 404, 404, 404, 404]);
    }
    expect((await call(contract.listCertificateTemplates, {}, 'member')).statusCode).toBe(403);
  });

  test('instructors read the platform’s templates; staff change them, on record', async () => {
    const starter = (await starters())[0];
    const params = { id: starter?.id ?? 0 };
    const read = await call(contract.getCertificateTemplate, { params }, 'instructor');
    const template = read.json<CertificateTemplate>();
    const change = { params, body: { revision: template.revision, draft: moved(template) } };
    expect((await call(contract.updateCertificateTemplate, change, 'instructor')).statusCode).toBe(404);
    expect((await call(contract.updateCertificateTemplate, change, 'admin')).statusCode).toBe(200);
    const publish = { params, body: { revision: template.revision + 1 } };
    const published = await call(contract.publishCertificateTemplate, publish, 'admin');
    expect(published.json()).toMatchObject({ version: 2 });
    const { rows } = await ctx.pool.query<{ action: string }>(
      `select action from audit_log where subject_type = 'certificate-template' and subject_id = $1`,
      [String(params.id)],
    );
    expect(rows.map(({ action }) => action)).toContain('certificate-template.publish');
  });
});

test('archiving hides nothing in use; the platform keeps one template', async () => {
  const params = { id: own.id };
  expect((await call(contract.archiveCertificateTemplate, { params }, 'instructor')).statusCode).toBe(204);
  const read = await call(contract.getCertificateTemplate, { params }, 'instructor');
  expect(read.json()).toMatchObject({ isArchived: true });
  const list = await starters();
  const statuses = [];
  for (const { id } of list) {
    const answer = await call(contract.archiveCertificateTemplate, { params: { id } }, 'admin');
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([204, 204, 409]);
  for (const { id } of list) await call(contract.restoreCertificateTemplate, { params: { id } }, 'admin');
});

async function uploadPicture(bytes: Buffer, name: string): Promise<string> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select id from users where username_key = 'instructor'`,
  );
  const id = randomUUID();
  const storageKey = `test/${id}`;
  const { sha256 } = await ctx.storage.put(storageKey, bytes, { contentType: 'image/webp' });
  const now = ctx.clock.now();
  await ctx.db.insert(uploads).values({
    id,
    userId: rows[0]?.id ?? 0,
    purpose: 'course-file',
    state: 'ready',
    name,
    bytes: bytes.length,
    storageKey,
    contentType: 'image/webp',
    sha256,
    createdAt: now,
    touchedAt: now,
  });
  return id;
}

test('a signature is drawn again as PNG, shown to anyone with its address and copied with the template', async () => {
  const drawn = sharp({ create: { width: 60, height: 20, channels: 4, background: '#24102680' } });
  const uploadId = await uploadPicture(await drawn.webp().toBuffer(), 'signature.webp');
  const params = { id: own.id };
  const added = await call(contract.addTemplateImage, { params, body: { uploadId } }, 'instructor');
  expect(added.statusCode).toBe(201);
  const image = added.json<contract.TemplateImage>();
  expect(image).toMatchObject({ width: 60, height: 20 });
  await ctx.pool.query(
    `insert into certificate_template_images (template_id, storage_key, content_type, width, height, created_at)
     select $1, 'test/' || n, 'image/png', 60, 20, now() from generate_series(2, 20) n`,
    [own.id],
  );
  const oneMore = { uploadId: await uploadPicture(await drawn.webp().toBuffer(), 'more.webp') };
  const tooMany = await call(contract.addTemplateImage, { params, body: oneMore }, 'instructor');
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([
    422,
    'A template can have up to 20 pictures.',
  ]);
  await ctx.pool.query(`delete from certificate_template_images where storage_key like 'test/%'`);
  const shown = await app.inject({ url: image.url });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  const box = { id: 'signature', label: 'Signature', x: 44, y: 500, width: 60, height: 20 };
  const element = { ...box, kind: 'image', imageId: image.id };
  const draft = { ...own.draft, elements: [...own.draft.elements, element] };
  const body = { revision: own.revision, draft };
  expect((await call(contract.updateCertificateTemplate, { params, body }, 'instructor')).statusCode).toBe(
    200,
  );
  // In another template, the same picture is refused: its id may be anyone's.
  const other = await duplicate();
  const stolen = { params: { id: other.id }, body: { revision: other.revision, draft } };
  expect((await call(contract.updateCertificateTemplate, stolen, 'instructor')).statusCode).toBe(422);
  const copied = await call(contract.duplicateCertificateTemplate, { params }, 'instructor');
  const copy = copied.json<CertificateTemplate>();
  expect(copy.images).toHaveLength(1);
  expect(copy.images[0]?.url).not.toBe(image.url);
  expect(copy.draft.elements.at(-1)).toMatchObject({ kind: 'image', imageId: copy.images[0]?.id });
  const pdf = await call(contract.getTemplateTestPage, { params, query: { paper: 'a4' } }, 'instructor');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.toString('latin1')).toContain('/Subtype /Image');
});
