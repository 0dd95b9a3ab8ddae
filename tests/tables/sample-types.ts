// What the samples of the access table are made of.
import type { TestContext } from '../server/test-database.ts';

export type Caller = { id: number; username: string; email: string; cookie: string };

/** Makes what `:id` stands for, owned by this person where it is anybody's. */
export type MakeObject = (ctx: TestContext, owner: Caller) => Promise<number | string>;
