// Signing in, up and out: the calls, the cache afterwards (spec §4) and the toasts (spec §8).
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as contract from '#shared/features/account/account.contract.ts';
import type {
  LoginBody,
  OpenStartLinkBody,
  RegisterBody,
  SignInByLinkBody,
} from '#shared/features/account/account.schema.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import {
  loginFailureText,
  logoutFailureText,
  registrationFailureText,
} from '#shared/features/account/account.rules.ts';
import { dismissToast, toast } from '#app/components/ui/toast-store.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { storeRedirectForLink } from '#app/lib/sign-in-redirect.ts';
import type { SignUpReason } from '#app/lib/sign-up-reason.ts';
import { clearDestination } from './destination.ts';
import { rememberRegistration } from './registered-here.ts';
import { notifyOtherTabs } from '#app/lib/session-sync.ts';

export const useLogin = () =>
  useContractMutation(contract.login, {
    input: (body: LoginBody) => ({ body }),
    onSuccess: (user, _body, _shown, { client }) => finishSignIn(client, user),
    onError(error, { code }) {
      // Asking for the code the first time is not a failure.
      if (isCodeRequired(error) && !code) return;
      toast({ title: 'Login failed', description: loginFailureText(error), variant: 'destructive' });
    },
  });

function finishSignIn(client: QueryClient, user: contract.User): void {
  setSignedInUser(client, user);
  toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` });
}

export const useRequestSignInLink = () =>
  useContractMutation(contract.requestSignInLink, {
    input: (username: string) => ({ body: { username } }),
    onSuccess: storeRedirectForLink,
  });

/** No toast on failure: the page itself shows the error. */
export const useSignInByLink = () =>
  useContractMutation(contract.signInByLink, {
    input: (body: SignInByLinkBody) => ({ body }),
    onSuccess: (user, _body, _shown, { client }) => finishSignIn(client, user),
  });

/** What the link mailed with a guest’s course will do. Asked every time: it may have been used in another tab. */
export const getStartLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [contract.getStartLink.path, token],
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => browserApi.call(contract.getStartLink, { body: { token } }, signal),
  });

/** No toast on failure: the page itself shows the error. */
export const useOpenStartLink = () =>
  useContractMutation(contract.openStartLink, {
    input: (body: OpenStartLinkBody) => ({ body }),
    onSuccess: ({ user }, _body, _shown, { client }) => finishSignIn(client, user),
  });

export const useRenewStartLink = () =>
  useContractMutation(orderContract.sendStartLink, { input: (token: string) => ({ body: { token } }) });

/** Too many attempts with a wrong password, from anyone. */
export function isThrottled(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** The password was right; the two-factor code is missing or wrong. */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

const NEXT_LABELS = { get: 'Get it free', save: 'Save it', join: 'Join the course' } as const;

/** `reason`: what they came for; the toast leads back to it, since a new user lands on the dashboard (spec §2). */
export const useRegister = (reason: SignUpReason | null = null) =>
  useContractMutation(contract.register, {
    input: (body: RegisterBody) => ({ body }),
    onSuccess(user, _body, _shown, { client }) {
      clearDestination();
      rememberRegistration(user.id);
      setSignedInUser(client, user);
      toast({
        title: 'Registration successful',
        description: `We sent a link to ${user.email}. Open it to confirm your email address.`,
        action: reason
          ? { label: NEXT_LABELS[reason.action], to: reason.to }
          : { label: 'See next steps', to: '/registration/success' },
      });
    },
    onError(error) {
      toast({
        title: 'Registration failed',
        description: registrationFailureText(error),
        variant: 'destructive',
      });
    },
  });

/** Drops what the tab fetched for a guest or for a user whose session has ended. */
function setSignedInUser(client: QueryClient, user: contract.User): void {
  client.removeQueries({ type: 'inactive' });
  client.setQueryData(getUserQuery().queryKey, user);
  notifyOtherTabs();
  // Hides errors from earlier attempts.
  dismissToast();
}

/** Spec §4: the user first, so that the header updates; then the rest of the cache. */
export function clearClientState(client: QueryClient): void {
  const { queryKey } = getUserQuery();
  client.setQueryData(queryKey, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  client.getMutationCache().clear();
}

/** Spec §2: go home. Navigates first, because a signed-in page sends guests to /auth. */
export function useSignedOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate('/');
    clearClientState(client);
    notifyOtherTabs();
  };
}

export function useLogout() {
  const signedOut = useSignedOut();
  return useContractMutation(contract.logout, {
    input: () => ({}),
    async onSuccess() {
      await signedOut();
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' });
    },
    onError(error) {
      toast({ title: 'Logout failed', description: logoutFailureText(error), variant: 'destructive' });
    },
  });
}
