// The bell and the messages button in the header, with what is unread. Loaded for signed-in users only; they also keep
// the page current.
import MessageCircle from 'icon:message-circle';
import { useLocation } from 'react-router';
import { IconLink } from '#app/components/ui/icon-button.tsx';
import { useUnreadCount } from '#app/features/message/message.api.ts';
import { NotificationBell } from '#app/features/notification/notification-bell.tsx';
import { useLiveUpdates } from './live-updates.ts';

export default function UserBadges() {
  useLiveUpdates();
  const unread = useUnreadCount();
  const { pathname } = useLocation();
  return (
    <>
      <NotificationBell />
      <IconLink
        className="site-messages"
        to="/messages"
        label={unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
        icon={<MessageCircle size={20} aria-hidden="true" />}
        count={unread}
        aria-current={pathname.startsWith('/messages') ? 'page' : undefined}
      />
    </>
  );
}
