// “Ask the seller”: leads to a new message about what is on the page. Guests sign in first.
import MessageCircle from 'icon:message-circle';
import type { About } from '#shared/features/message/message.rules.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';

type AskLinkProps = {
  /** Missing: nothing in particular. */
  about?: About;
  /** Whom it asks; nothing is shown to themselves. */
  ownerId?: number;
  label: string;
  className?: string;
};

export function AskLink({ about, ownerId, label, className }: AskLinkProps) {
  const user = useUser();
  if (user && user.id === ownerId) return null;
  return (
    <ButtonLink
      variant="quiet"
      size="s"
      className={className}
      icon={<MessageCircle className="icon" aria-hidden="true" />}
      to={about ? `/messages/new?about=${about.type}-${about.id}` : `/messages/new?to=${ownerId}`}
    >
      {label}
    </ButtonLink>
  );
}
