// What a resource costs and what one can do about it: take it, download it, or keep it in mind. Paying comes in here.
import { Download, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MyItem } from '#shared/features/resource/resource.contract.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import { formatPrice } from '#shared/money.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { useClaim } from './resource-detail.api.ts';
import { ResourceDownloads } from './resource-downloads.tsx';

/** Who looks: a guest, someone still being found out, or someone of whom this is known. */
export type Looker = { isGuest: boolean; mine: MyItem | null | undefined };

export type ResourceBuyProps = {
  resource: ResourceDetail;
  looker: Looker;
  /** Before a guest is led to /auth: remembers where to come back to. */
  onSignIn: () => void;
  /** The heart as the one large button, for what cannot be had yet. */
  wish: ReactNode;
};

export function ResourceBuy({ resource, ...rest }: ResourceBuyProps) {
  const isOwned = rest.looker.mine?.isOwned ?? false;
  return (
    <div className="resource-buy">
      <p className="resource-price num">{isOwned ? 'Yours' : formatPrice(resource.price)}</p>
      <div className="mt-5">
        <Action resource={resource} {...rest} />
      </div>
    </div>
  );
}

function Action({ resource, looker, onSignIn, wish }: ResourceBuyProps) {
  const { isGuest, mine } = looker;
  const canBeTaken = Number(resource.price) === 0;
  if (!isGuest && mine === undefined) return <Skeleton className="h-[3.4rem] rounded-round!" />;
  if (mine?.isMine) return <OwnNote resource={resource} />;
  if (mine?.isOwned) return <ResourceDownloads resource={resource} />;
  if (!canBeTaken) {
    return (
      <>
        {wish}
        <p className="meta mt-3">
          Paying by card opens here soon. Until then, keep it on your{' '}
          {mine?.isWished ? (
            <Link className="link" to="/wishlist">
              wish list
            </Link>
          ) : (
            'wish list'
          )}
          .
        </p>
      </>
    );
  }
  return isGuest ? <GuestTake onSignIn={onSignIn} /> : <Take id={resource.id} />;
}

const giftIcon = <Gift className="icon" aria-hidden="true" />;

function GuestTake({ onSignIn }: { onSignIn: () => void }) {
  return (
    <>
      <ButtonLink variant="primary" size="l" isFull to="/auth" icon={giftIcon} onClick={onSignIn}>
        Get it free
      </ButtonLink>
      <p className="meta mt-3">Sign in or create an account first; it takes a minute and costs nothing.</p>
    </>
  );
}

function Take({ id }: { id: number }) {
  const claim = useClaim(id);
  return (
    <Button
      variant="primary"
      size="l"
      isFull
      icon={giftIcon}
      isBusy={claim.isPending}
      onClick={() => claim.mutate()}
    >
      Get it free
    </Button>
  );
}

function OwnNote({ resource: { state } }: { resource: ResourceDetail }) {
  return (
    <Notice icon={<Download className="icon" aria-hidden="true" />}>
      <strong>This is yours.</strong>{' '}
      {state === 'published'
        ? 'It is on sale, and this is how others see it.'
        : `Only you and our staff see it: ${RESOURCE_STATE_LABELS[state].toLowerCase()}.`}
    </Notice>
  );
}
