// Turns the session cookie into a viewer, and checks whether they may call an endpoint.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findViewer, type Origin, type Viewer } from '#server/platform/session.service.ts';
import type { AppContext } from '#server/context.ts';
import type { Access } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { hasPermission } from '#shared/roles.ts';

const COOKIE = 'releve_session';
/** Marks a browser someone has signed in with before; it proves nothing else. */
const DEVICE_COOKIE = 'releve_device';
const DEVICE_DAYS = 180;

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

export function deviceToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[DEVICE_COOKIE];
  return token && /^[\w-]{43}$/.test(token) ? token : undefined;
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(DEVICE_COOKIE, token, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: reply.request.protocol === 'https',
    maxAge: DEVICE_DAYS * 86_400,
  });
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** Including the browser's token, if it has one. */
export function requestDevice(request: FastifyRequest): Origin & { device?: string | undefined } {
  return { ...originOf(request), device: deviceToken(request) };
}

/** For routes without a contract: the viewer, or an error asking them to sign in. */
export async function requireViewer(ctx: AppContext, request: FastifyRequest): Promise<Viewer> {
  const viewer = await admit(ctx, request, 'signed-in');
  if (!viewer) throw signInRequired();
  return viewer;
}

function signInRequired(): AppError {
  return new AppError('unauthenticated', 'Please sign in to continue.');
}

const page = new AsyncLocalStorage<{ viewer?: Promise<Viewer | null> }>();

/** `work`, and the calls of our API it makes for one visitor's page, look the viewer up once. */
export function withOneViewer<T>(work: () => Promise<T>): Promise<T> {
  return page.run({}, work);
}

export function viewerOf(ctx: AppContext, token: string): Promise<Viewer | null> {
  const shared = page.getStore();
  if (!shared) return findViewer(ctx, token);
  return (shared.viewer ??= findViewer(ctx, token));
}

/** The viewer of a request that has passed its access check. */
export async function admit(
  ctx: AppContext,
  request: FastifyRequest,
  access: Access,
): Promise<Viewer | null> {
  const token = sessionToken(request);
  const viewer = token ? await viewerOf(ctx, token) : null;
  if (access === 'public') return viewer;
  if (!viewer) throw signInRequired();
  if (access !== 'signed-in' && !hasPermission(viewer.roles, access.permission)) {
    throw new AppError('forbidden', 'You don’t have permission to do this.');
  }
  if (access !== 'signed-in' && viewer.needsTwoFactor) {
    throw new AppError(
      'forbidden',
      'Your role requires two-factor sign-in. Set it up on the Security page of your profile, then try again.',
    );
  }
  return viewer;
}
