// The step of `npm test` that creates the demo school which the faults and the browser tests copy; kept for the day, since
// what happens in the school happens around the day it was made.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { stampOfSources } from '../server/source-stamp.ts';
import { makeSchool } from './ready-folder.ts';

const STAMP = '.data/school.stamp';
const stamp = `${new Date().toISOString().slice(0, 10)} ${await stampOfSources('tests/faults/ready-folder.ts')}`;

if ((await readFile(STAMP, 'utf8').catch(() => '')) !== stamp) {
  await rm(STAMP, { force: true });
  await makeSchool();
  await writeFile(STAMP, stamp);
}
