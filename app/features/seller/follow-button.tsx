// Follows or unfollows a seller. Guests are sent to sign in and brought back.
import Check from 'icon:check';
import Plus from 'icon:plus';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { useFollowSeller, useUnfollowSeller } from './seller.api.ts';

type FollowButtonProps = {
  sellerId: number;
  /** Undefined while loading. */
  isFollowing: boolean | undefined;
  isGuest: boolean;
  /** Called before a guest goes to /auth, to remember this page. */
  onSignIn: () => void;
};

export function FollowButton({ sellerId, isFollowing, isGuest, onSignIn }: FollowButtonProps) {
  const follow = useFollowSeller(sellerId);
  const unfollow = useUnfollowSeller(sellerId);
  const last = isFollowing ? follow : unfollow;
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
        isBusy={isFollowing === undefined || follow.isPending || unfollow.isPending}
        onClick={() => (isFollowing ? unfollow : follow).mutate()}
      >
        {isFollowing ? 'Following' : 'Follow'}
        {isFollowing && <span className="sr-only"> (press to unfollow)</span>}
      </Button>
      {/* Screen readers don't always announce a focused button whose label changes. */}
      <output className="sr-only">
        {last.isSuccess && (isFollowing ? 'You follow this seller.' : 'You no longer follow this seller.')}
      </output>
    </>
  );
}
