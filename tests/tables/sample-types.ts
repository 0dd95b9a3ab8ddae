// Types of the access table's samples.
import type { TestContext } from '../server/test-database.ts';

export type Caller = { id: number; username: string; email: string; cookie: string };

/** Creates what `:id` stands for, owned by this user if it has an owner. */
export type MakeObject = (ctx: TestContext, owner: Caller) => Promise<number | string>;
