// The setting for reminders about an abandoned cart.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { getCartRemindersQuery, useSetCartReminders } from './cart.api.ts';

export function CartReminders() {
  return (
    <SettingsPart
      id="mails"
      title="Optional emails"
      intro="We always send emails about your account and your orders."
    >
      <Reminders />
    </SettingsPart>
  );
}

function Reminders() {
  const { data, error, refetch, isFetching } = useQuery(getCartRemindersQuery());
  const change = useSetCartReminders();
  if (error) {
    return (
      <ErrorState
        title="Couldn’t load your setting"
        headingLevel={3}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading your setting">
        <Skeleton className="h-12 max-w-136" />
      </SkeletonGroup>
    );
  }
  const setWanted = (isWanted: boolean) =>
    change.mutate(isWanted, {
      onError: (reason) =>
        toast({
          title: 'Couldn’t save your setting',
          description: failureTextOf(reason),
          variant: 'destructive',
        }),
    });
  return (
    <Switch
      checked={change.isPending ? change.variables : data.isWanted}
      onChange={(event) => setWanted(event.target.checked)}
      help="One email, a day after you left items in your cart, and then none for a month."
    >
      Remind me about items left in my cart
    </Switch>
  );
}
