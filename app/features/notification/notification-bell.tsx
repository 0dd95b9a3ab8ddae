// The bell in the header: how many notifications are unread, and the newest in a popover, which is a sheet on a phone.
import Bell from 'icon:bell';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { dayName, timeOf } from '#app/lib/day-names.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { NotificationItem } from './notification-item.tsx';
import { useMarkNotificationsRead, useNewestNotifications } from './notification.api.ts';

const SHOWN = 5;
const ID = 'notifications';

export function NotificationBell() {
  const newest = useNewestNotifications();
  const [isOpen, setOpen] = useState(false);
  const unread = newest.data?.unread ?? 0;
  return (
    <>
      <IconButton
        className="site-bell"
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        icon={<Bell size={20} aria-hidden="true" />}
        count={unread}
        popoverTarget={ID}
        aria-expanded={isOpen}
      />
      <div
        id={ID}
        popover="auto"
        className="bell-panel"
        role="dialog"
        aria-label="Notifications"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <Newest query={newest} unread={unread} />}
      </div>
    </>
  );
}

const close = () => document.getElementById(ID)?.hidePopover();

type NewestProps = { query: ReturnType<typeof useNewestNotifications>; unread: number };

function Newest({ query: { data, error }, unread }: NewestProps) {
  const markRead = useMarkNotificationsRead();
  return (
    <>
      <div className="bell-head">
        <h2 className="t-s">{unread > 0 ? `${unread} new` : 'Notifications'}</h2>
        {unread > 0 && (
          <Button
            variant="quiet"
            size="s"
            isBusy={markRead.isPending}
            onClick={() => markRead.mutate({ body: { all: true } })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {data ? (
        data.items.length === 0 ? (
          <p className="bell-empty meta">
            Nothing yet. News about your courses, orders and sessions appears here.
          </p>
        ) : (
          data.items
            .slice(0, SHOWN)
            .map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                time={momentOf(notification.createdAt)}
                onFollow={close}
              />
            ))
        )
      ) : error ? (
        <p className="bell-empty meta">{failureTextOf(error)}</p>
      ) : (
        <SkeletonGroup label="Loading notifications" className="bell-empty">
          <Skeleton className="h-10" />
        </SkeletonGroup>
      )}
      <div className="bell-foot">
        <Link className="btn btn-quiet btn-s" to="/notifications" onClick={close}>
          See all
        </Link>
        <Link className="btn btn-quiet btn-s" to="/notifications#settings" onClick={close}>
          Choose what reaches you
        </Link>
      </div>
    </>
  );
}

/** “9:12 AM” today, “Yesterday, 9:40 PM” before that. */
function momentOf(iso: string): string {
  const day = dayName(iso);
  return day === 'Today' ? timeOf(iso) : `${day}, ${timeOf(iso)}`;
}
