// Types of the access table's samples.
import type { TestContext } from '../server/test-database.ts';

export type Caller = { id: number; username: string; email: string; cookie: string };

export type Params = Record<string, number | string>;

/** What a call needs besides the sample body: names in its path, fields of its body, its query. */
export type Made = { params?: Params; body?: object; query?: Record<string, string> };

/**
 * Creates what a path names, owned by `owner` if it has an owner, or what a body refers to. What a caller adds
 * themselves, such as an upload, belongs to `caller`, who is `owner` unless the object is someone else's; without this
 * parameter, what is made does for any caller. Returns the id alone where that is all.
 */
export type MakeObject = (ctx: TestContext, owner: Caller, caller: Caller) => Promise<number | string | Made>;

/** Starts of paths with parameters, or an endpoint by its name; the first match counts. */
export type Objects = readonly (readonly [of: string, make: MakeObject])[];
