// What reaches the user: a bell and an email switch for each kind, saved at once.
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '#shared/features/notification/notification.rules.ts';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  listNotificationSettingsQuery,
  useUpdateNotificationSetting,
  type NotificationSetting,
} from './notification.api.ts';

const DIGEST = 'weekly-digest';

export function NotificationSettings() {
  const { data, error, refetch, isFetching } = useQuery(listNotificationSettingsQuery());
  const part = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isLoaded = data !== undefined;
  // From an email or the bell: the list above it may be long on a phone.
  useEffect(() => {
    if (hash === '#settings' && isLoaded) part.current?.scrollIntoView();
  }, [hash, isLoaded]);
  return (
    <section id="settings" ref={part} className="notification-settings" aria-labelledby="settings-title">
      <h2 className="t-m" id="settings-title">
        What reaches you, and how
      </h2>
      <p className="meta mt-2 max-w-measure">
        Changes take effect right away. Every email you can turn off has a link that does it.
      </p>
      {data ? (
        <Settings items={data.items} />
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
        <SkeletonGroup label="Loading your settings" className="mt-5 grid gap-4">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </SkeletonGroup>
      )}
    </section>
  );
}

function Settings({ items }: { items: NotificationSetting[] }) {
  const update = useUpdateNotificationSetting();
  const digest = items.find(({ kind }) => kind === DIGEST);
  const inTable = items.filter(({ kind }) => kind !== DIGEST);
  const groups = Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[];
  return (
    <>
      <table className="notification-table">
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Bell</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const ofGroup = inTable.filter((item) => item.group === group);
            if (ofGroup.length === 0) return null;
            return (
              <Fragment key={group}>
                <tr>
                  <th scope="rowgroup" colSpan={3} className="notification-group">
                    {NOTIFICATION_GROUPS[group]}
                  </th>
                </tr>
                {ofGroup.map((setting) => (
                  <SettingRow key={setting.kind} setting={setting} />
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {digest && (
        <Switch
          className="mt-6"
          checked={update.isPending ? (update.variables.body.hasEmail ?? false) : (digest.hasEmail ?? false)}
          onChange={({ target }) => update.mutate({ body: { kind: digest.kind, hasEmail: target.checked } })}
          help="On Monday morning, what you haven’t read. No email if there’s nothing."
        >
          Weekly summary by email
        </Switch>
      )}
    </>
  );
}

function SettingRow({ setting }: { setting: NotificationSetting }) {
  const { kind, label, hasBell, hasEmail, isEmailFixed } = setting;
  const update = useUpdateNotificationSetting();
  const sent = update.isPending ? update.variables.body : null;
  return (
    <tr>
      <th scope="row">
        {label}
        {isEmailFixed && <span className="small">Always comes by email</span>}
      </th>
      <td>
        {hasBell !== null && (
          <Toggle
            label={`${label}, bell`}
            isOn={sent?.hasBell ?? hasBell}
            onChange={(isOn) => update.mutate({ body: { kind, hasBell: isOn } })}
          />
        )}
      </td>
      <td>
        {hasEmail !== null && (
          <Toggle
            label={isEmailFixed ? `${label}, email, always on` : `${label}, email`}
            isOn={sent?.hasEmail ?? hasEmail}
            isDisabled={isEmailFixed}
            onChange={(isOn) => update.mutate({ body: { kind, hasEmail: isOn } })}
          />
        )}
      </td>
    </tr>
  );
}

type ToggleProps = { label: string; isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void };

function Toggle({ label, isOn, isDisabled, onChange }: ToggleProps) {
  return (
    <label className="notification-toggle">
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox says it is checked
        role="switch"
        className="switch"
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
