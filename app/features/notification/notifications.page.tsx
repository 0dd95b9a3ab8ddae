// All notifications, latest first, and what reaches the user in which way.
import './notification.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { daysBetween, shortMoment, timeOf } from '#app/lib/day-names.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { NotificationItem } from './notification-item.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { listNotificationsQuery, useMarkNotificationsRead, type Notification } from './notification.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Notifications',
    description: 'What’s new for you, and how you hear about it.',
    path: '/notifications',
    isHidden: true,
  });
}

export default function NotificationsPage() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Notifications</h1>
      <div className="notification-columns">
        <NotificationList />
        <NotificationSettings />
      </div>
    </div>
  );
}

function NotificationList() {
  const query = useInfiniteQuery(listNotificationsQuery());
  const markRead = useMarkNotificationsRead();
  if (query.error && !query.data) {
    return (
      <ErrorState
        title="We couldn’t load your notifications"
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        <p>{failureTextOf(query.error)}</p>
      </ErrorState>
    );
  }
  if (!query.data) return <ListSkeleton />;
  const items = query.data.pages.flatMap((page) => page.items);
  const unread = query.data.pages[0]?.unread ?? 0;
  if (items.length === 0) {
    return (
      <EmptyState title="Nothing new">
        News about your courses, orders, sessions and sales appears here.
      </EmptyState>
    );
  }
  return (
    <div>
      <p className="notification-actions">
        <span className="meta">{unread > 0 ? `${unread} unread` : 'You’ve read everything'}</span>
        {unread > 0 && (
          <Button
            size="s"
            isBusy={markRead.isPending}
            onClick={() => markRead.mutate({ body: { all: true } })}
          >
            Mark all as read
          </Button>
        )}
      </p>
      {[...Map.groupBy(items, ({ createdAt }) => periodOf(createdAt))].map(([period, ofPeriod]) => (
        <section key={period} className="notification-period" aria-label={period}>
          <h2 className="t-s">{period}</h2>
          {ofPeriod.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              time={momentOf(notification)}
            />
          ))}
        </section>
      ))}
      {query.hasNextPage && (
        <p className="mt-6">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older notifications
          </Button>
        </p>
      )}
    </div>
  );
}

function periodOf(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const days = daysBetween(date, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return 'Last seven days';
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString('en-US', { month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}

const momentOf = ({ createdAt }: Notification) =>
  daysBetween(new Date(createdAt), new Date()) <= 1 ? timeOf(createdAt) : shortMoment(createdAt);

function ListSkeleton() {
  return (
    <SkeletonGroup label="Loading notifications" className="grid gap-5">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-10 flex-1" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
