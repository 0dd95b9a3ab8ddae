// Registration, sign-in, passwords, sessions and two-factor sign-in over HTTP.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  clearSessionCookie,
  requestDevice,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/viewer.ts';
import { logout } from '#server/platform/session.service.ts';
import * as contract from '#shared/features/account/account.contract.ts';
import { listFailedSignIns } from './failed-sign-in.service.ts';
import {
  changePassword,
  checkPasswordResetLink,
  requestPasswordReset,
  resetPassword,
} from './password.service.ts';
import { changeEmail, register, resendVerification, verifyEmail } from './registration.service.ts';
import { endOtherSessions, endSession, getUser, listSessions, type SignedIn } from './session.service.ts';
import { registerSignInForm } from './sign-in-form.routes.ts';
import { login, requestSignInLink, signInByLink } from './sign-in.service.ts';
import { getStartLink, openStartLink } from './start-link.service.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.service.ts';

export function registerAccountRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getUser, ({ viewer }) => getUser(viewer));
  bindContract(app, ctx, contract.login, async ({ body, request, reply }) =>
    setCookies(request, reply, await login(ctx, { ...body, ...requestDevice(request) })),
  );
  bindContract(app, ctx, contract.requestSignInLink, ({ body }) => requestSignInLink(ctx, body.username));
  bindContract(app, ctx, contract.signInByLink, async ({ body, request, reply }) =>
    setCookies(request, reply, await signInByLink(ctx, { ...body, ...requestDevice(request) })),
  );
  bindContract(app, ctx, contract.getStartLink, ({ viewer, body }) => getStartLink(ctx, viewer, body.token));
  bindContract(app, ctx, contract.openStartLink, async ({ viewer, body, request, reply }) => {
    const { courseId, ...signedIn } = await openStartLink(ctx, viewer, {
      ...body,
      ...requestDevice(request),
    });
    return { user: await setCookies(request, reply, signedIn), courseId };
  });
  bindContract(app, ctx, contract.register, async ({ body, request, reply }) =>
    setCookies(request, reply, await register(ctx, body, requestDevice(request))),
  );
  bindContract(app, ctx, contract.logout, async ({ request, reply }) => {
    await endCurrentSession(request);
    clearSessionCookie(reply);
  });

  bindContract(app, ctx, contract.verifyEmail, ({ body }) => verifyEmail(ctx, body.token));
  bindContract(app, ctx, contract.resendVerification, ({ viewer }) => resendVerification(ctx, viewer));
  bindContract(app, ctx, contract.changeEmail, ({ viewer, body }) => changeEmail(ctx, viewer, body));

  bindContract(app, ctx, contract.requestPasswordReset, ({ body }) => requestPasswordReset(ctx, body.email));
  bindContract(app, ctx, contract.checkPasswordResetLink, ({ body }) =>
    checkPasswordResetLink(ctx, body.token),
  );
  bindContract(app, ctx, contract.resetPassword, async ({ body, request, reply }) => {
    const { device } = await resetPassword(ctx, { ...body, ...requestDevice(request) });
    setDeviceCookie(reply, device);
  });
  bindContract(app, ctx, contract.changePassword, ({ viewer, body }) => changePassword(ctx, viewer, body));

  bindContract(app, ctx, contract.listSessions, ({ viewer }) =>
    listSessions(ctx, { userId: viewer.id, currentId: viewer.sessionId }),
  );
  bindContract(app, ctx, contract.endSession, async ({ viewer, params, reply }) => {
    await endSession(ctx, viewer, params.id);
    if (params.id === viewer.sessionId) clearSessionCookie(reply);
  });
  bindContract(app, ctx, contract.endOtherSessions, ({ viewer }) => endOtherSessions(ctx, viewer));
  bindContract(app, ctx, contract.listFailedSignIns, ({ viewer }) => listFailedSignIns(ctx, viewer));

  bindContract(app, ctx, contract.getTwoFactor, ({ viewer }) => getTwoFactor(ctx, viewer));
  bindContract(app, ctx, contract.startTwoFactor, ({ viewer, body }) => startTwoFactor(ctx, viewer, body));
  bindContract(app, ctx, contract.confirmTwoFactor, ({ viewer, body }) =>
    confirmTwoFactor(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.renewRecoveryCodes, ({ viewer, body }) =>
    renewRecoveryCodes(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.disableTwoFactor, ({ viewer, body }) =>
    disableTwoFactor(ctx, viewer, body),
  );

  registerSignInForm(app, ctx, setCookies);

  async function setCookies(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
    await endCurrentSession(request);
    setSessionCookie(reply, signedIn.session.token, signedIn.session.expiresAt);
    setDeviceCookie(reply, signedIn.device);
    return signedIn.user;
  }

  /** A browser holds one session: the one it sent ends, no matter who started it. */
  async function endCurrentSession(request: FastifyRequest): Promise<void> {
    const token = sessionToken(request);
    if (token) await logout(ctx, token);
  }
}
