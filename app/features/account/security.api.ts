// Address, password, sessions and two-factor sign-in: the calls and the queries they make stale.
import { toast } from '#app/components/ui/toast-store.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { Contract, ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/account/account.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as learningContract from '#shared/features/learning/learning.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as profileContract from '#shared/features/profile/profile.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { notifyOtherTabs } from '#app/lib/session-sync.ts';
import { clearClientState } from './session.api.ts';

type Body<C extends Contract> = ContractInput<C> extends { body: infer Sent } ? Sent : never;

export const listSessionsQuery = () => freshQuery(contract.listSessions, {});
export const listFailedSignInsQuery = () => freshQuery(contract.listFailedSignIns, {});
export const getTwoFactorQuery = () => freshQuery(contract.getTwoFactor, {});

/** The address, whether it is confirmed, and the pending one. */
const USER = [contract.getUser, profileContract.getProfile];

/** Confirming an address adds the orders bought with it as a guest. */
const PURCHASES = [
  orderContract.listPendingOrders,
  orderContract.listPurchases,
  orderContract.listOrders,
  learningContract.listEnrollments,
  courseContract.getCourseAccess,
  resourceContract.getResourceAccess,
];

/** With the sessions: those started without two-factor sign-in have ended. */
const TWO_FACTOR = [contract.getTwoFactor, contract.listSessions, contract.getUser];

export const useVerifyEmail = () =>
  useContractMutation(contract.verifyEmail, {
    invalidates: [...USER, ...PURCHASES],
    input: (token: string) => ({ body: { token } }),
  });

export const useResendVerification = () =>
  useContractMutation(contract.resendVerification, { invalidates: USER, input: () => ({}) });

export const useChangeEmail = () =>
  useContractMutation(contract.changeEmail, {
    invalidates: USER,
    input: (body: Body<typeof contract.changeEmail>) => ({ body }),
  });

export const useRequestPasswordReset = () =>
  useContractMutation(contract.requestPasswordReset, {
    input: (body: Body<typeof contract.requestPasswordReset>) => ({ body }),
  });

/** Asked once per opening: an answer kept from before could be wrong. */
export const checkPasswordResetLinkQuery = (token: string) =>
  freshQuery(contract.checkPasswordResetLink, { body: { token } });

export const useResetPassword = () =>
  useContractMutation(contract.resetPassword, {
    input: (body: Body<typeof contract.resetPassword>) => ({ body }),
    // Every session has ended, this one too.
    onSuccess(_answer, _body, _shown, { client }) {
      clearClientState(client);
      notifyOtherTabs();
    },
  });

export const useChangePassword = () =>
  useContractMutation(contract.changePassword, {
    invalidates: [contract.listSessions],
    input: (body: Body<typeof contract.changePassword>) => ({ body }),
  });

export const useEndSession = () =>
  useContractMutation(contract.endSession, {
    invalidates: [contract.listSessions],
    input: (id: number) => ({ params: { id } }),
  });

export const useEndOtherSessions = () =>
  useContractMutation(contract.endOtherSessions, { invalidates: [contract.listSessions], input: () => ({}) });

/** Secrets and codes leave the cache with the component that shows them. */
const secret = { gcTime: 0 };

export const useStartTwoFactor = () =>
  useContractMutation(contract.startTwoFactor, {
    ...secret,
    input: (body: Body<typeof contract.startTwoFactor>) => ({ body }),
  });

type OnCodes = (recoveryCodes: readonly string[]) => void;

/** Passes the codes on before the refetch, which unmounts the form that called this. */
export const useConfirmTwoFactor = (onCodes: OnCodes) =>
  useContractMutation(contract.confirmTwoFactor, {
    ...secret,
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof contract.confirmTwoFactor>) => ({ body }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });

export const useRenewRecoveryCodes = (onCodes: OnCodes) =>
  useContractMutation(contract.renewRecoveryCodes, {
    ...secret,
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof contract.renewRecoveryCodes>) => ({ body }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });

export const useDisableTwoFactor = () =>
  useContractMutation(contract.disableTwoFactor, {
    invalidates: TWO_FACTOR,
    input: (body: Body<typeof contract.disableTwoFactor>) => ({ body }),
    onSuccess: () => void toast({ title: 'Two-factor sign-in turned off' }),
  });
