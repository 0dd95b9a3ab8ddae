// Every bad file is rejected with a clear reason, or stored harmlessly; nothing is orphaned.
import { expect, it } from 'vitest';
import { getUpload, type Upload } from '#shared/features/upload/upload.contract.ts';
import { makeBadFiles } from './bad-files.ts';
import { testApp } from './test-app.ts';
import { filesKept, tusTools } from './upload-tools.ts';

const test = await testApp();
const { ctx, call } = test;
const { send } = tusTools(test);
const seller = await test.signInAs('seller');
const files = await makeBadFiles();

it('covers enough kinds of files', () => {
  expect(files.length).toBeGreaterThanOrEqual(60);
});

it.each(files)('$what', async ({ name, content, purpose, becomes }) => {
  const id = await send(seller, name, content, purpose);
  await ctx.jobs.drain();
  const upload = (await call(getUpload, { params: { id } }, 'seller')).json<Upload>();
  if (becomes instanceof RegExp) {
    expect(upload).toMatchObject({ state: 'refused', refusedReason: expect.stringMatching(becomes) });
  } else {
    expect(upload).toMatchObject({ state: 'ready', refusedReason: null, ...becomes });
  }
});

it('leaves no bytes without a row, and no row without its bytes', async () => {
  const { rows } = await ctx.pool.query<{ key: string }>(
    `select 'storage/' || storage_key as key from uploads where storage_key is not null order by 1`,
  );
  const stored = (await filesKept(ctx)).filter((file) => /^(incoming|storage\/uploads)\//.test(file));
  // Rejected: no bytes left. Stored: one file each, and a row that names it.
  expect(stored).toEqual(rows.map(({ key }) => key).toSorted());
});
