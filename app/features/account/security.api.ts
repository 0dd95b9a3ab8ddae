// What proves who someone is, from the browser's side: the calls, and what they make outdated.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput } from '#shared/contract.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
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
import { listEnrolments, listOrders, listPurchases } from '#shared/features/order/order.contract.ts';
import { listWaitingOrders } from '#shared/features/order/order.contract.ts';
import { getCourseAccess } from '#shared/features/course/course.contract.ts';
import { getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import { userQuery } from './account.api.ts';
import { ownProfileQuery } from '#app/features/profile/profile.api.ts';
import { forgetEverything } from './session.api.ts';
import { tellOtherTabs } from './session-sync.ts';

type Body<C extends Contract> = ContractInput<C> extends { body: infer Sent } ? Sent : never;

/** People come here to see how things are now, not how they were at the last visit. */
const current = { staleTime: 0 };

export const sessionsQuery = () => ({ ...contractQuery(listSessions, {}), ...current });
export const failedSignInsQuery = () => ({ ...contractQuery(listFailedSignIns, {}), ...current });
export const twoFactorQuery = () => ({ ...contractQuery(getTwoFactor, {}), ...current });

/** My address, whether it is confirmed, and which one waits. */
function refreshPerson(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: userQuery().queryKey }),
    client.invalidateQueries({ queryKey: ownProfileQuery().queryKey }),
  ]);
}

/** What was bought as a guest with a confirmed address is theirs now. */
function refreshPurchases(client: QueryClient): Promise<unknown>[] {
  const changed = [
    listWaitingOrders,
    listPurchases,
    listOrders,
    listEnrolments,
    getCourseAccess,
    getResourceAccess,
  ];
  return changed.map(({ path }) => client.invalidateQueries({ queryKey: [path] }));
}

export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => browserApi.call(verifyEmail, { body: { token } }),
    onSuccess: () => Promise.all([refreshPerson(client), ...refreshPurchases(client)]),
  });
}

export function useResendVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(resendVerification, {}),
    // Also when it was refused: perhaps because the address was confirmed elsewhere.
    onSettled: () => refreshPerson(client),
  });
}

export function useChangeEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof changeEmail>) => browserApi.call(changeEmail, { body }),
    onSuccess: () => refreshPerson(client),
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: Body<typeof requestPasswordReset>) => browserApi.call(requestPasswordReset, { body }),
  });
}

export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof resetPassword>) => browserApi.call(resetPassword, { body }),
    // Every session has ended, this browser's too.
    onSuccess() {
      forgetEverything(client);
      tellOtherTabs();
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof changePassword>) => browserApi.call(changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => browserApi.call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

export function useStartTwoFactor() {
  return useMutation({
    mutationFn: (body: Body<typeof startTwoFactor>) => browserApi.call(startTwoFactor, { body }),
    // The secret is not kept a moment longer than it is shown.
    gcTime: 0,
  });
}

function refreshTwoFactor(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: twoFactorQuery().queryKey }),
    // Those made without the second factor have ended.
    client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
    client.invalidateQueries({ queryKey: userQuery().queryKey }),
  ]);
}

type OnCodes = (recoveryCodes: readonly string[]) => void;

/** The codes are handed over first: what is fetched anew then takes the form that asked off the page. */
export function useConfirmTwoFactor(onCodes: OnCodes) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof confirmTwoFactor>) => browserApi.call(confirmTwoFactor, { body }),
    gcTime: 0,
    onSuccess({ recoveryCodes }) {
      onCodes(recoveryCodes);
      return refreshTwoFactor(client);
    },
  });
}

export function useRenewRecoveryCodes(onCodes: OnCodes) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof renewRecoveryCodes>) => browserApi.call(renewRecoveryCodes, { body }),
    gcTime: 0,
    onSuccess({ recoveryCodes }) {
      onCodes(recoveryCodes);
      return refreshTwoFactor(client);
    },
  });
}

export function useStopTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof disableTwoFactor>) => browserApi.call(disableTwoFactor, { body }),
    onSuccess() {
      toast({ title: 'Authenticator app switched off' });
      return refreshTwoFactor(client);
    },
  });
}

export function useExportAccount() {
  return useMutation({ mutationFn: () => browserApi.call(exportAccount, {}), gcTime: 0 });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: Body<typeof deleteAccount>) => browserApi.call(deleteAccount, { body }),
  });
}
