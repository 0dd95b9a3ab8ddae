// Follows a shop or stops following it. Guests are led to signing in and back.
import { Check, Plus } from 'lucide-react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { useFollow } from './seller.api.ts';

type FollowButtonProps = {
  sellerId: number;
  /** Undefined until it is known. */
  isFollowing: boolean | undefined;
  isGuest: boolean;
  /** Before a guest is led to /auth: remembers where to come back to. */
  onSignIn: () => void;
};

export function FollowButton({ sellerId, isFollowing, isGuest, onSignIn }: FollowButtonProps) {
  const follow = useFollow(sellerId);
  const Icon = isFollowing ? Check : Plus;
  const icon = <Icon className="icon" aria-hidden="true" />;
  if (isGuest) {
    return (
      <ButtonLink className="follow" to="/auth" icon={icon} onClick={onSignIn}>
        Follow
      </ButtonLink>
    );
  }
  return (
    <>
      <Button
        className="follow"
        icon={icon}
        data-following={isFollowing || undefined}
        isBusy={isFollowing === undefined || follow.isPending}
        onClick={() => follow.mutate(!isFollowing)}
      >
        {isFollowing ? 'Following' : 'Follow'}
        {isFollowing && <span className="sr-only"> (press to stop)</span>}
      </Button>
      {/* A name that changes under the focus is not always read. */}
      <output className="sr-only">
        {follow.isSuccess && (isFollowing ? 'You follow this shop.' : 'You no longer follow this shop.')}
      </output>
    </>
  );
}
