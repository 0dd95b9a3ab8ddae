// Signing in, up and out: the calls, what becomes of the cache (spec §4), and what is said about it (spec §8).
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  login,
  logout,
  register,
  requestSignInLink,
  signInByLink,
  type User,
} from '#shared/features/account/account.contract.ts';
import type { LoginBody, RegisterBody, SignInByLinkBody } from '#shared/features/account/account.schema.ts';
import {
  loginFailureText,
  logoutFailureText,
  registrationFailureText,
} from '#shared/features/account/account.rules.ts';
import { dismissToast, toast } from '#app/components/ui/toast-store.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { forgetDestination, keepGoalForLink } from './destination.ts';
import { notifyOtherTabs } from '#app/lib/session-sync.ts';

export const useLogin = () =>
  useContractMutation(login, {
    input: (body: LoginBody) => ({ body }),
    onSuccess: (user, _body, _shown, { client }) => welcomeBack(client, user),
    onError(error, { code }) {
      // The first question for the code is a question, not a failure.
      if (isCodeAsked(error) && !code) return;
      toast({ title: 'Login failed', description: loginFailureText(error), variant: 'destructive' });
    },
  });

function welcomeBack(client: QueryClient, user: User): void {
  startFor(client, user);
  toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` });
}

export const useRequestSignInLink = () =>
  useContractMutation(requestSignInLink, {
    input: (username: string) => ({ body: { username } }),
    onSuccess: keepGoalForLink,
  });

/** What went wrong is said on the page: it is all the page is about. */
export const useSignInByLink = () =>
  useContractMutation(signInByLink, {
    input: (body: SignInByLinkBody) => ({ body }),
    onSuccess: (user, _body, _shown, { client }) => welcomeBack(client, user),
  });

/** Too many tries with a password, by whoever made them. */
export function isThrottled(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** The password was right, and the account asks for its second factor. */
export function isCodeAsked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

export const useRegister = () =>
  useContractMutation(register, {
    input: (body: RegisterBody) => ({ body }),
    onSuccess(user, _body, _shown, { client }) {
      forgetDestination();
      startFor(client, user);
      toast({
        title: 'Registration successful',
        description: `We sent a link to ${user.email}. Open it to confirm your address.`,
        action: { label: 'What comes next', to: '/registration/success' },
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

/** What this tab kept was fetched for a guest, or for someone whose session ended: it is not this person's. */
function startFor(client: QueryClient, user: User): void {
  client.removeQueries({ type: 'inactive' });
  client.setQueryData(getUserQuery().queryKey, user);
  notifyOtherTabs();
  // What failed before has been put right.
  dismissToast();
}

/** Spec §4: the person first, so that the header is told that nobody is there; then the whole cache. */
export function forgetEverything(client: QueryClient): void {
  const { queryKey } = getUserQuery();
  client.setQueryData(queryKey, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  client.getMutationCache().clear();
}

/** Spec §2: home. Away first: a page for signed-in people sends a visitor it does not know to /auth. */
export function useLeave(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate('/');
    forgetEverything(client);
    notifyOtherTabs();
  };
}

export function useLogout() {
  const leave = useLeave();
  return useContractMutation(logout, {
    input: () => ({}),
    async onSuccess() {
      await leave();
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' });
    },
    onError(error) {
      toast({ title: 'Logout failed', description: logoutFailureText(error), variant: 'destructive' });
    },
  });
}
