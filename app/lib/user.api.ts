// The signed-in user. Every page loads this file; signing in and out is in features/account/session.api.ts.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as contract from '#shared/features/account/account.contract.ts';
import { AUTH_REFETCH_DELAY_MS, USER_STALE_MS } from '#shared/query-timing.ts';
import { ApiError } from './api-client.ts';
import { apiOf } from './query.ts';
import { useRootData } from './root-data.ts';
import { followOtherTabs } from './session-sync.ts';
import { useHydrated } from './use-hydrated.ts';

/** Spec §4, §9: stale after 10 s; a 401 means guest, and guest is null. */
export const getUserQuery = () =>
  queryOptions<contract.User | null>({
    queryKey: [contract.getUser.path],
    staleTime: USER_STALE_MS,
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .call(contract.getUser, {}, signal)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        }),
  });

/**
 * The signed-in user, null for a guest, undefined while we don't know yet. A page that arrived without a session cookie
 * shows itself to a guest right away.
 */
export function useUser(): contract.User | null | undefined {
  const { hasSession } = useRootData();
  const fetched = useQuery(getUserQuery()).data;
  const data = useHydrated() ? fetched : undefined;
  // Stays undefined when the request fails: a lost connection must not sign anyone out.
  return data === undefined && !hasSession ? null : data;
}

/** Spec §4: window events announce that the user has changed; so do other tabs. */
export function useAuthEvents(): void {
  const client = useQueryClient();
  useEffect(() => listenForAuthEvents(client, window), [client]);
  useEffect(() => followOtherTabs(client, window), [client]);
}

/** Returns a function that stops listening. */
export function listenForAuthEvents(client: QueryClient, target: EventTarget): () => void {
  const refetch = () => void client.prefetchQuery({ ...getUserQuery(), staleTime: 0 });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: getUserQuery().queryKey, refetchType: 'none' });
    setTimeout(refetch, AUTH_REFETCH_DELAY_MS);
  };
  target.addEventListener('profile-image-updated', refetch);
  target.addEventListener('auth-refresh-required', refresh);
  return () => {
    target.removeEventListener('profile-image-updated', refetch);
    target.removeEventListener('auth-refresh-required', refresh);
  };
}
