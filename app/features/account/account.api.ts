// Who is signed in. Signing in and out is in session.api.ts: every page loads this file, few load that one.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getUser, type User } from '#shared/features/account/account.contract.ts';
import { AUTH_REFETCH_DELAY_MS, USER_STALE_MS } from '#shared/query-timing.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { apiOf } from '#app/lib/query.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { followOtherTabs } from './session-sync.ts';

/** Spec §4, §9: stale after 10 s; a 401 means guest, and guest is null. */
export const userQuery = () =>
  queryOptions<User | null>({
    queryKey: [getUser.path],
    staleTime: USER_STALE_MS,
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .call(getUser, {}, signal)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        }),
  });

/**
 * The person, null for a guest, undefined while that is being found out. A page that came without a session cookie
 * need not wait to look like a guest's.
 */
export function useUser(): User | null | undefined {
  const { hasSession } = useRootData();
  const answer = useQuery(userQuery()).data;
  const data = useHydrated() ? answer : undefined;
  // Also when the question itself failed: someone with a session is not shown the door for a lost connection.
  return data === undefined && !hasSession ? null : data;
}

/** Spec §4: other parts of the site say by event that the person they know of has changed; other tabs do too. */
export function useAuthEvents(): void {
  const client = useQueryClient();
  useEffect(() => listenForAuthEvents(client, window), [client]);
  useEffect(() => followOtherTabs(client, window), [client]);
}

/** Answers a function that stops listening. */
export function listenForAuthEvents(client: QueryClient, target: EventTarget): () => void {
  const refetch = () => void client.prefetchQuery({ ...userQuery(), staleTime: 0 });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: userQuery().queryKey, refetchType: 'none' });
    setTimeout(refetch, AUTH_REFETCH_DELAY_MS);
  };
  target.addEventListener('profile-image-updated', refetch);
  target.addEventListener('auth-refresh-required', refresh);
  return () => {
    target.removeEventListener('profile-image-updated', refetch);
    target.removeEventListener('auth-refresh-required', refresh);
  };
}
