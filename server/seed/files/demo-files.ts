// Creates the files of the demo school's resources, in the background after the first start: pages work without them,
// and drawing documents, tracks and videos takes a while.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { drawPostersAhead } from '#server/features/cover/cover.service.ts';
import {
  hasFiles,
  insertFiles,
  listWithoutFiles,
  lockResourceRow,
  type NewFile,
} from '#server/features/resource/resource-files.queries.ts';
import { queueCreatePreviews } from '#server/features/resource/resource-preview.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { attachDemoEvidenceJob } from '../credits.ts';
import { demoResources, type SeedResource } from '../demo-data.ts';
import { planFilesOf } from './file-plan.ts';
import { attachLessonMediaJob } from './lesson-media.ts';

/** A stopping server waits for the current job, so the rest is done by another one. */
const JOB_MS = 2000;

const titledResource = z.object({ id: z.int(), title: z.string() });
type TitledResource = z.output<typeof titledResource>;

/** At every start of a demo; existing files are left alone. */
export async function prepareDemoAhead(ctx: AppContext): Promise<void> {
  const { demoFiles } = ctx.config;
  if (demoFiles === 0) return;
  await drawPostersAhead(ctx, { limit: demoFiles });
  await ctx.jobs.send(ctx.db, attachLessonMediaJob, {}, { singletonKey: 'demo' });
  await ctx.jobs.send(ctx.db, attachDemoEvidenceJob, {}, { singletonKey: 'demo' });
  const resources = demoResources();
  const without = await listWithoutFiles(ctx.db, { titles: resources.map(({ title }) => title) });
  const made = resources.length - without.length;
  const wanted = without.slice(0, Math.max(0, demoFiles - made));
  if (wanted.length > 0) await sendMakeFiles(ctx, wanted);
}

function sendMakeFiles(ctx: AppContext, resources: TitledResource[]): Promise<void> {
  return ctx.jobs.send(ctx.db, makeDemoFilesJob, { resources }, { singletonKey: 'demo' });
}

export const makeDemoFilesJob = defineJob({
  name: 'demo.make-files',
  data: z.object({ resources: z.array(titledResource) }),
  async run(ctx, { resources }) {
    const until = performance.now() + JOB_MS;
    let done = 0;
    for (; done < resources.length && performance.now() < until; done++) {
      const { id, title } = resources[done] ?? { id: 0, title: '' };
      const planned = demoResources().find((resource) => resource.title === title);
      if (planned && !(await hasFiles(ctx.db, { resourceId: id }))) await makeFilesOf(ctx, id, planned);
    }
    if (done < resources.length) await sendMakeFiles(ctx, resources.slice(done));
  },
});

async function makeFilesOf(ctx: AppContext, resourceId: number, planned: SeedResource): Promise<void> {
  // Loaded on demand: the libraries for documents, sheets and videos take 80 MB of memory and are rarely needed.
  const { makeSeedFile } = await import('./make-file.ts');
  const files: NewFile[] = [];
  for (const [position, file] of planFilesOf(planned).entries()) {
    const { data, ...facts } = await makeSeedFile(file, { style: planned.style });
    const sha256 = createHash('sha256').update(data).digest('hex');
    const place = `${sha256.slice(2, 18)}-${resourceId}-${position}${path.extname(file.name)}`;
    const storageKey = `files/${sha256.slice(0, 2)}/${place}`;
    await ctx.storage.put(storageKey, data, { contentType: facts.contentType });
    const { name, label } = file;
    files.push({ ...facts, name, label, storageKey, bytes: data.length, sha256 });
  }
  await inTransaction(ctx.db, async (tx) => {
    // Another server may have been faster; it created the same files under the same names.
    if (!(await lockResourceRow(tx, { id: resourceId })) || (await hasFiles(tx, { resourceId }))) return;
    await insertFiles(tx, { resourceId, files });
    await queueCreatePreviews(ctx, tx, resourceId);
  });
}
