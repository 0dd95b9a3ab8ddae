// Signing in and out: the calls, what becomes of the cache (spec §4), and what is said about it (spec §8).
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { login, logout } from '#shared/features/account/account.contract.ts';
import type { LoginBody } from '#shared/features/account/account.schema.ts';
import { loginFailureText, logoutFailureText } from '#shared/features/account/login.rules.ts';
import { dismissToast, toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { userQuery } from './account.api.ts';

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LoginBody) => browserApi.call(login, { body }),
    onSuccess(user) {
      client.setQueryData(userQuery().queryKey, user);
      // What failed before has been put right.
      dismissToast();
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` });
    },
    onError(error) {
      toast({ title: 'Login failed', description: loginFailureText(error), variant: 'destructive' });
    },
  });
}

/** Spec §4: the person first, so that the header is told that nobody is there; then the whole cache. */
export function forgetEverything(client: QueryClient): void {
  const { queryKey } = userQuery();
  client.setQueryData(queryKey, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  client.getMutationCache().clear();
}

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => browserApi.call(logout, {}),
    async onSuccess() {
      // Away first: a page for signed-in people sends a visitor it does not know to /auth.
      await navigate('/');
      forgetEverything(client);
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' });
    },
    onError(error) {
      toast({ title: 'Logout failed', description: logoutFailureText(error), variant: 'destructive' });
    },
  });
}
