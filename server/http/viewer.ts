// Who is calling: the session cookie, turned into a person, and whether that person may call this endpoint.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findViewer, type Viewer } from '#server/features/account/account.service.ts';
import type { AppContext } from '#server/context.ts';
import type { Access } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { hasPermission } from '#shared/roles.ts';

const COOKIE = 'releve_session';

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE];
}

export function setSessionCookie(reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
    expires,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: '/' });
}

/** The person behind the request, once they are known to be allowed in. */
export async function admit(
  ctx: AppContext,
  request: FastifyRequest,
  access: Access,
): Promise<Viewer | null> {
  const token = sessionToken(request);
  const viewer = token ? await findViewer(ctx, token) : null;
  if (access === 'public') return viewer;
  if (!viewer) throw new AppError('unauthenticated', 'Please sign in to continue.');
  if (access !== 'signed-in' && !hasPermission(viewer.roles, access.permission)) {
    throw new AppError('forbidden', 'Your account is not allowed to do this.');
  }
  return viewer;
}
