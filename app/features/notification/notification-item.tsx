// One notification in a list: what happened, when, and a dot while it is unread. Opening it marks it as read.
import './notification.css';
import Award from 'icon:award';
import CalendarCheck from 'icon:calendar-check';
import GraduationCap from 'icon:graduation-cap';
import Megaphone from 'icon:megaphone';
import MessageCircle from 'icon:message-circle';
import Receipt from 'icon:receipt';
import ShieldCheck from 'icon:shield-check';
import Store from 'icon:store';
import { Link } from 'react-router';
import type { NotificationGroup } from '#shared/features/notification/notification.rules.ts';
import type { Icon } from '#app/components/ui/icon.tsx';
import { cx } from '#app/lib/cx.ts';
import { useMarkNotificationsRead, type Notification } from './notification.api.ts';

const ICONS: Readonly<Record<NotificationGroup, Icon>> = {
  messages: MessageCircle,
  orders: Receipt,
  courses: GraduationCap,
  certificates: Award,
  sessions: CalendarCheck,
  store: Store,
  account: ShieldCheck,
};

type NotificationItemProps = {
  notification: Notification;
  /** “9:12 AM” or “Friday”, as the list needs it. */
  time: string;
  onFollow?: () => void;
};

export function NotificationItem({ notification, time, onFollow }: NotificationItemProps) {
  const { id, kind, group, title, link, isRead, createdAt } = notification;
  const markRead = useMarkNotificationsRead();
  // Those of sellers and instructors are listed with orders and courses.
  const Icon = kind.endsWith('-announcement') ? Megaphone : ICONS[group];
  const open = () => {
    if (!isRead) markRead.mutate({ body: { ids: [id] } });
    if (link) onFollow?.();
  };
  const className = cx('notification', isRead && 'is-read');
  const content = (
    <>
      <span className="notification-icon" data-group={group}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <span className="notification-text">
        {title}
        <time dateTime={createdAt}>{time}</time>
      </span>
      {!isRead && (
        <span className="notification-dot">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </>
  );
  if (link) {
    return (
      <Link to={link} className={className} onClick={open}>
        {content}
      </Link>
    );
  }
  if (isRead) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} title="Mark as read" onClick={open}>
      {content}
    </button>
  );
}
