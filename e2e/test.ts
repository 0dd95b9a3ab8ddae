// The `test` of every browser test. With the same fixtures in all files, a worker and its browser go on from file to file:
// another set of fixtures would cost a new process and a new browser.
import { mergeTests } from '@playwright/test';
import { test as withDatabase } from './database.ts';
import { test as withMailbox } from './people.ts';
import { test as withWindows } from './windows.ts';

export { expect } from '@playwright/test';
export const test = mergeTests(withDatabase, withMailbox, withWindows);
