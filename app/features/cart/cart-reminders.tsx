// The switch for the one mail about a cart that was left.
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
      title="Mails you can do without"
      intro="What concerns your account and your orders always comes."
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
        title="We could not load your choice"
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
      <SkeletonGroup label="Loading your choice">
        <Skeleton className="h-12 max-w-136" />
      </SkeletonGroup>
    );
  }
  const wish = (isWanted: boolean) =>
    change.mutate(isWanted, {
      onError: (reason) =>
        toast({ title: 'Nothing was changed', description: failureTextOf(reason), variant: 'destructive' }),
    });
  return (
    <Switch
      checked={change.isPending ? change.variables : data.isWanted}
      onChange={(event) => wish(event.target.checked)}
      help="One mail, a day after you left something in it; then none for a month."
    >
      Remind me of a cart I left
    </Switch>
  );
}
