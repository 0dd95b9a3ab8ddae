// A data folder with the demo school in it, made once in a run and copied: a first start takes far longer than what most
// of these tests are about.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startServerProcess, stopServerProcess } from './server-process.ts';

const MASTER = path.resolve('.data/faults-ready');
let made: Promise<void> | undefined;

async function make(): Promise<void> {
  await rm(MASTER, { recursive: true, force: true });
  await stopServerProcess(await startServerProcess({ DATA_DIR: MASTER }, { seconds: 120 }));
}

/** Fills this folder, which must not be there yet. */
export async function makeReady(dataDir: string): Promise<void> {
  made ??= make();
  await made;
  // Not Node's own copy: the database's files belong to an account of their own when the tests run as root.
  await promisify(execFile)('cp', ['-a', MASTER, dataDir]);
}
