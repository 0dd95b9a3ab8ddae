// Notifications from the browser's side. Live events keep them current (app/layouts/live-updates.ts).
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import * as contract from '#shared/features/notification/notification.contract.ts';
import { apiOf, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';

export type {
  Notification,
  NotificationSetting,
} from '#shared/features/notification/notification.contract.ts';

export const listNotificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: [contract.listNotifications.path, 'pages'],
    queryFn: ({ pageParam, client, signal }) =>
      apiOf(client).call(
        contract.listNotifications,
        { query: pageParam > 0 ? { before: pageParam } : {} },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The newest, for the bell. */
export function useNewestNotifications() {
  const user = useUser();
  return useQuery({
    ...freshQuery(contract.listNotifications, { query: {} }),
    enabled: Boolean(user),
  });
}

export const useMarkNotificationsRead = () =>
  useContractMutation(contract.markNotificationsRead, { invalidates: [contract.listNotifications] });

export const listNotificationSettingsQuery = () => freshQuery(contract.listNotificationSettings, {});

export const useUpdateNotificationSetting = () =>
  useContractMutation(contract.updateNotificationSetting, {
    invalidates: [contract.listNotificationSettings],
    errorTitle: 'Couldn’t save your setting',
  });
