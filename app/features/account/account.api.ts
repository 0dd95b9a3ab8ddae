// Who is signed in. Signing in and out is in session.api.ts: every page loads this file, few load that one.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteLoaderData } from 'react-router';
import { getUser, type User } from '#shared/features/account/account.contract.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { apiOf } from '#app/lib/query.ts';

/** Spec §4, §9: stale after 10 s; a 401 means guest, and guest is null. */
export const userQuery = () =>
  queryOptions<User | null>({
    queryKey: [getUser.path],
    staleTime: 10_000,
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .call(getUser, {}, signal)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        }),
  });

/**
 * The person, null for a guest, undefined while that is being found out. Nobody is asked for when the page came
 * without a session cookie: for most visitors the answer is known.
 */
export function useUser(): User | null | undefined {
  const root = useRouteLoaderData<{ hasSession: boolean }>('root');
  const enabled = root?.hasSession ?? false;
  const { data, isPending, isEnabled } = useQuery({ ...userQuery(), enabled });
  return data ?? (isPending && isEnabled ? undefined : null);
}
