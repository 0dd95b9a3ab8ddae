// The API on a fresh copy of the demo school, with a way to sign in as any of its users.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { findUserForSignIn } from '#server/platform/user.queries.ts';
import { createSession } from '#server/platform/session.service.ts';
import type { DemoName } from '#server/seed/demo.ts';
import { fillPath, type Contract } from '#shared/contract.ts';
import { testContext, type TestContext } from './test-database.ts';

type CallInput = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's address, where rate limits per address are not tested. */
  from?: string;
};

export type TestApp = {
  app: FastifyInstance;
  ctx: TestContext;
  /** The cookie of a new session, without the cost of a password. */
  signInAs(name: DemoName): Promise<string>;
  /** Calls an endpoint as someone, or as a guest. */
  call(contract: Contract, input?: CallInput, as?: DemoName | null): Promise<LightMyRequestResponse>;
};

export async function testApp(env: Record<string, string> = {}): Promise<TestApp> {
  const ctx = await testContext(env);
  const app = await buildApp(ctx, false, { withPages: false });
  afterAll(() => app.close());

  async function signInAs(name: DemoName): Promise<string> {
    const user = await findUserForSignIn(ctx.db, { nameKey: name });
    if (!user) throw new Error(`${name} is not in the demo school`);
    const { token } = await createSession(ctx, ctx.db, {
      userId: user.id,
      address: '127.0.0.1',
      userAgent: 'test',
    });
    return `releve_session=${token}`;
  }

  return {
    app,
    ctx,
    signInAs,
    async call(contract, { params = {}, query, body, headers = {}, from } = {}, as = null) {
      const cookie = as ? { cookie: await signInAs(as) } : {};
      return app.inject({
        method: contract.method,
        url: fillPath(contract.path, params),
        headers: { ...cookie, ...headers },
        ...(query && { query }),
        ...(from && { remoteAddress: from }),
        ...(body !== undefined && { payload: body as object }),
      });
    },
  };
}

/** Statuses of concurrent calls, sorted: which came first does not matter. */
export function statusesOf(answers: readonly LightMyRequestResponse[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
}
