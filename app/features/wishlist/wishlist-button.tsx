// The heart: adds an item to the wishlist or removes it. Guests sign up or in first and come back.
import './wishlist.css';
import Heart from 'icon:heart';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '#app/components/ui/button.tsx';
import type { CatalogueItem } from '#app/lib/item-access.api.ts';
import { signUpState } from '#app/lib/sign-up-reason.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { useSetWishlistItem } from './wishlist.api.ts';

type WishButtonProps = {
  item: CatalogueItem;
  /** Named on the sign-up form. */
  title: string;
  /** Undefined while loading; null if loading failed. */
  mine: MyItem | null | undefined;
  isGuest: boolean;
  /** Stores where to return before sending a guest to sign up. */
  onSignIn: () => void;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFull?: boolean;
};

const pageOf = ({ type, id }: CatalogueItem) => `${type === 'resource' ? '/curriculum' : '/courses'}/${id}`;

export function WishlistButton(props: WishButtonProps) {
  const { item, title, mine, isGuest, onSignIn, variant, ...look } = props;
  const setWish = useSetWishlistItem(item);
  const icon = <Heart className="icon" aria-hidden="true" />;
  // No room for a longer label next to other small buttons.
  const rest = <span className={look.size === 's' ? 'sr-only' : undefined}> to wishlist</span>;
  if (isGuest) {
    return (
      <ButtonLink
        to="/register"
        state={signUpState({ action: 'save', title, to: pageOf(item) })}
        onClick={onSignIn}
        icon={icon}
        className="wish"
        variant={variant}
        {...look}
      >
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

      variant={isWished && variant === 'primary' ? 'second' : variant}
      {...look}
    >
      {isWished ? 'Saved' : 'Save'}
      {rest}
      {isWished && <span className="sr-only"> (press to remove it)</span>}
    </Button>
  );
}
