// Whether others see what one has read and that one is writing.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { getMessageSettingsQuery, useUpdateMessageSettings } from './message.api.ts';

export function ActivityPart() {
  const { data, error, refetch, isFetching } = useQuery(getMessageSettingsQuery());
  const update = useUpdateMessageSettings();
  return (
    <SettingsPart id="messages" title="Messages" intro="What others see while you write to each other.">
      {data ? (
        <Switch
          checked={update.isPending ? update.variables.body.showsActivity : data.showsActivity}
          onChange={({ target }) => update.mutate({ body: { showsActivity: target.checked } })}
          help="If you turn this off, you don’t see theirs either."
        >
          Show when I’ve read a message and when I’m writing
        </Switch>
      ) : error ? (
        <ErrorState
          title="Couldn’t load your settings"
          headingLevel={3}
          isAside
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          <p>{failureTextOf(error)}</p>
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading your settings">
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
    </SettingsPart>
  );
}
