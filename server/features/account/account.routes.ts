// Binds the account contracts.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  clearSessionCookie,
  deviceToken,
  originOf,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/viewer.ts';
import { getUser, login, logout, register } from '#shared/features/account/account.contract.ts';
import { registerPerson } from './register.service.ts';
import { signOut } from './session.service.ts';
import { signIn } from './sign-in.service.ts';

export function registerAccountRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getUser, ({ viewer }) => viewer);

  bindContract(app, ctx, login, async ({ body, request, reply }) => {
    const { user, session, device } = await signIn(ctx, {
      ...body,
      ...originOf(request),
      device: deviceToken(request),
    });
    await endPresentSession(request);
    setSessionCookie(reply, session.token, session.expiresAt);
    setDeviceCookie(reply, device);
    return user;
  });

  bindContract(app, ctx, register, async ({ body, request, reply }) => {
    const { user, session } = await registerPerson(ctx, body, originOf(request));
    await endPresentSession(request);
    setSessionCookie(reply, session.token, session.expiresAt);
    return user;
  });

  bindContract(app, ctx, logout, async ({ request, reply }) => {
    await endPresentSession(request);
    clearSessionCookie(reply);
  });

  /** A browser holds one session: whatever it came with ends, whoever put it there. */
  async function endPresentSession(request: Parameters<typeof sessionToken>[0]): Promise<void> {
    const token = sessionToken(request);
    if (token) await signOut(ctx, token);
  }
}
