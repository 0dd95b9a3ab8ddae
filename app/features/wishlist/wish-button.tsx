// The heart: puts a resource or course on one's wish list, or takes it off. Guests are led to signing in and back.
import './wishlist.css';
import { Heart } from 'lucide-react';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '#app/components/ui/button.tsx';
import type { CatalogueItem } from '#app/lib/item-access.api.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { useSetWishlistItem } from './wishlist.api.ts';

type WishButtonProps = {
  item: CatalogueItem;
  /** Undefined until it is known; null where it could not be found out. */
  mine: MyItem | null | undefined;
  isGuest: boolean;
  /** Before a guest is led to /auth: remembers where to come back to. */
  onSignIn: () => void;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFull?: boolean;
};

export function WishlistButton({ item, mine, isGuest, onSignIn, variant, ...look }: WishButtonProps) {
  const setWish = useSetWishlistItem(item);
  const icon = <Heart className="icon" aria-hidden="true" />;
  // Among other small buttons there is no room for the rest of the sentence.
  const rest = <span className={look.size === 's' ? 'sr-only' : undefined}> to wish list</span>;
  if (isGuest) {
    return (
      <ButtonLink to="/auth" onClick={onSignIn} icon={icon} className="wish" variant={variant} {...look}>
        Save{rest}
      </ButtonLink>
    );
  }
  const isWished = mine?.isWished ?? false;
  return (
    <Button
      className="wish"
      icon={icon}
      data-wished={isWished || undefined}
      isBusy={mine === undefined || setWish.isPending}
      onClick={() => setWish.mutate(!isWished)}
      // What is saved asks for nothing more.
      variant={isWished && variant === 'primary' ? 'second' : variant}
      {...look}
    >
      {isWished ? 'Saved' : 'Save'}
      {rest}
      {isWished && <span className="sr-only"> (press to take it off)</span>}
    </Button>
  );
}
