// What proves who someone is, from the browser's side: the calls, and what they make outdated.
import { toast } from '#app/components/ui/toast-store.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { Contract, ContractInput } from '#shared/contract.ts';
import { getUser } from '#shared/features/account/account.contract.ts';
import {
  changeEmail,
  changePassword,
  confirmTwoFactor,
  endOtherSessions,
  endSession,
  requestPasswordReset,
  getTwoFactor,
  listFailedSignIns,
  listSessions,
  renewRecoveryCodes,
  resendVerification,
  resetPassword,
  startTwoFactor,
  disableTwoFactor,
  verifyEmail,
} from '#shared/features/account/account.contract.ts';
import { getCourseAccess } from '#shared/features/course/course.contract.ts';
import {
  listEnrolments,
  listOrders,
  listPurchases,
  listWaitingOrders,
} from '#shared/features/order/order.contract.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { getProfile } from '#shared/features/profile/profile.contract.ts';
import { getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { notifyOtherTabs } from '#app/lib/session-sync.ts';
import { forgetEverything } from './session.api.ts';

type Body<C extends Contract> = ContractInput<C> extends { body: infer Sent } ? Sent : never;

export const sessionsQuery = () => freshQuery(listSessions, {});
export const failedSignInsQuery = () => freshQuery(listFailedSignIns, {});
export const twoFactorQuery = () => freshQuery(getTwoFactor, {});

/** My address, whether it is confirmed, and which one waits. */
const PERSON = [getUser, getProfile];

/** What was bought as a guest with a confirmed address is theirs now. */
const PURCHASES = [
  listWaitingOrders,
  listPurchases,
  listOrders,
  listEnrolments,
  getCourseAccess,
  getResourceAccess,
];

/** With the sessions: those made without the second factor have ended. */
const TWO_FACTOR = [getTwoFactor, listSessions, getUser];

export const useVerifyEmail = () =>
  useContractMutation(verifyEmail, {
    invalidates: [...PERSON, ...PURCHASES],
    input: (token: string) => ({ body: { token } }),
  });

export const useResendVerification = () =>
  useContractMutation(resendVerification, { invalidates: PERSON, input: () => ({}) });

export const useChangeEmail = () =>
  useContractMutation(changeEmail, {
    invalidates: PERSON,
    input: (body: Body<typeof changeEmail>) => ({ body }),
  });

export const useForgotPassword = () =>
  useContractMutation(requestPasswordReset, {
    input: (body: Body<typeof requestPasswordReset>) => ({ body }),
  });

export const useResetPassword = () =>
  useContractMutation(resetPassword, {
    input: (body: Body<typeof resetPassword>) => ({ body }),
    // Every session has ended, this browser's too.
    onSuccess(_answer, _body, _shown, { client }) {
      forgetEverything(client);
      notifyOtherTabs();
    },
  });

export const useChangePassword = () =>
  useContractMutation(changePassword, {
    invalidates: [listSessions],
    input: (body: Body<typeof changePassword>) => ({ body }),
  });

export const useEndSession = () =>
  useContractMutation(endSession, {
    invalidates: [listSessions],
    input: (id: number) => ({ params: { id } }),
  });

export const useEndOtherSessions = () =>
  useContractMutation(endOtherSessions, { invalidates: [listSessions], input: () => ({}) });

/** Secrets and codes are not cached a moment longer than they are shown. */
const secret = { gcTime: 0 };

export const useStartTwoFactor = () =>
  useContractMutation(startTwoFactor, {
    ...secret,
    input: (body: Body<typeof startTwoFactor>) => ({ body }),
  });

type OnCodes = (recoveryCodes: readonly string[]) => void;

/** The codes are handed over first: the refetch then takes the form that asked off the page. */
export const useConfirmTwoFactor = (onCodes: OnCodes) =>
  useContractMutation(confirmTwoFactor, {
    ...secret,
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof confirmTwoFactor>) => ({ body }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });

export const useRenewRecoveryCodes = (onCodes: OnCodes) =>
  useContractMutation(renewRecoveryCodes, {
    ...secret,
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof renewRecoveryCodes>) => ({ body }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });

export const useStopTwoFactor = () =>
  useContractMutation(disableTwoFactor, {
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof disableTwoFactor>) => ({ body }),
    onSuccess: () => void toast({ title: 'Authenticator app switched off' }),
  });

export const useExportAccount = () => useContractMutation(exportAccount, { ...secret, input: () => ({}) });

export const useDeleteAccount = () =>
  useContractMutation(deleteAccount, { input: (body: Body<typeof deleteAccount>) => ({ body }) });
