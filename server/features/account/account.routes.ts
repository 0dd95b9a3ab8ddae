// Binds the account contracts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  clearSessionCookie,
  placeOf,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/viewer.ts';
import {
  getUser,
  login,
  logout,
  register,
  requestSignInLink,
  signInByLink,
} from '#shared/features/account/account.contract.ts';
import { registerPerson } from './register.service.ts';
import { signOut } from '#server/platform/session.service.ts';
import { openSignInLink, sendSignInLinkTo } from './sign-in-link.service.ts';
import { signIn, type SignedIn } from './sign-in.service.ts';

export function registerAccountRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getUser, ({ viewer }) => viewer);

  bindContract(app, ctx, login, async ({ body, request, reply }) => {
    return enter(request, reply, await signIn(ctx, { ...body, ...placeOf(request) }));
  });

  bindContract(app, ctx, requestSignInLink, ({ body }) => sendSignInLinkTo(ctx, body.username));

  bindContract(app, ctx, signInByLink, async ({ body, request, reply }) => {
    return enter(request, reply, await openSignInLink(ctx, { ...body, ...placeOf(request) }));
  });

  bindContract(app, ctx, register, async ({ body, request, reply }) => {
    return enter(request, reply, await registerPerson(ctx, body, placeOf(request)));
  });

  bindContract(app, ctx, logout, async ({ request, reply }) => {
    await endPresentSession(request);
    clearSessionCookie(reply);
  });

  /** The cookies of whoever has just signed in. */
  async function enter(request: FastifyRequest, reply: FastifyReply, { user, session, device }: SignedIn) {
    await endPresentSession(request);
    setSessionCookie(reply, session.token, session.expiresAt);
    setDeviceCookie(reply, device);
    return user;
  }

  /** A browser holds one session: whatever it came with ends, whoever put it there. */
  async function endPresentSession(request: FastifyRequest): Promise<void> {
    const token = sessionToken(request);
    if (token) await signOut(ctx, token);
  }
}
