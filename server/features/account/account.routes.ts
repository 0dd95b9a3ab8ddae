// Binds the account contracts.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from '#server/http/viewer.ts';
import { getUser, login, logout } from '#shared/features/account/account.contract.ts';
import { signIn, signOut } from './account.service.ts';

export function registerAccountRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getUser, ({ viewer }) => viewer);

  bindContract(app, ctx, login, async ({ body, request, reply }) => {
    const { user, session } = await signIn(ctx, { ...body, address: request.ip });
    setSessionCookie(reply, session.token, session.expiresAt);
    return user;
  });

  bindContract(app, ctx, logout, async ({ request, reply }) => {
    const token = sessionToken(request);
    if (token) await signOut(ctx, token);
    clearSessionCookie(reply);
  });
}
