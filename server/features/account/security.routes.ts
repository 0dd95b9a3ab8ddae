// Binds the security contracts: address, password, sessions, authenticator app.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { clearSessionCookie, placeOf, setDeviceCookie } from '#server/http/viewer.ts';
import * as security from '#shared/features/account/security.contract.ts';
import { changeEmail, resendVerification, verifyEmail } from './email.service.ts';
import { listFailedSignIns } from './failed-sign-in.service.ts';
import { requestPasswordReset, resetPassword } from './password-reset.service.ts';
import { changePassword } from './password.service.ts';
import { endOtherSessions, endOwnSession, listSessionInfos } from './session-list.service.ts';
import {
  confirmTwoFactor,
  getTwoFactorStatus,
  renewRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
} from './two-factor-setup.service.ts';

export function registerSecurityRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, security.verifyEmail, ({ body }) => verifyEmail(ctx, body.token));
  bindContract(app, ctx, security.resendVerification, ({ viewer }) => resendVerification(ctx, viewer));
  bindContract(app, ctx, security.changeEmail, ({ viewer, body }) => changeEmail(ctx, viewer, body));

  bindContract(app, ctx, security.forgotPassword, ({ body }) => requestPasswordReset(ctx, body.email));
  bindContract(app, ctx, security.resetPassword, async ({ body, request, reply }) => {
    const { device } = await resetPassword(ctx, { ...body, ...placeOf(request) });
    setDeviceCookie(reply, device);
  });
  bindContract(app, ctx, security.changePassword, ({ viewer, body }) => changePassword(ctx, viewer, body));

  bindContract(app, ctx, security.listSessions, ({ viewer }) =>
    listSessionInfos(ctx, { userId: viewer.id, currentId: viewer.sessionId }),
  );
  bindContract(app, ctx, security.endSession, async ({ viewer, params, reply }) => {
    await endOwnSession(ctx, viewer, params.id);
    if (params.id === viewer.sessionId) clearSessionCookie(reply);
  });
  bindContract(app, ctx, security.endOtherSessions, ({ viewer }) => endOtherSessions(ctx, viewer));

  bindContract(app, ctx, security.listFailedSignIns, ({ viewer }) => listFailedSignIns(ctx, viewer));

  bindContract(app, ctx, security.getTwoFactor, ({ viewer }) => getTwoFactorStatus(ctx, viewer));
  bindContract(app, ctx, security.startTwoFactor, ({ viewer, body }) => startTwoFactor(ctx, viewer, body));
  bindContract(app, ctx, security.confirmTwoFactor, ({ viewer, body }) =>
    confirmTwoFactor(ctx, viewer, body),
  );
  bindContract(app, ctx, security.renewRecoveryCodes, ({ viewer, body }) =>
    renewRecoveryCodes(ctx, viewer, body),
  );
  bindContract(app, ctx, security.stopTwoFactor, ({ viewer, body }) => stopTwoFactor(ctx, viewer, body));
}
