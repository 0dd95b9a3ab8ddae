// What a resource costs and what one can do about it: buy it, take it, or download it.
import { Gift } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { MyItem } from '#shared/features/resource/resource.contract.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import { formatPrice } from '#shared/money.ts';
import { Button, ButtonLink, type ButtonSize } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { useClaim } from './resource-detail.api.ts';
import { DownloadAll, DownloadList } from './resource-downloads.tsx';

/** Who looks: a guest, someone still being found out, or someone of whom this is known. */
export type Looker = { isGuest: boolean; mine: MyItem | null | undefined };

type ActionLook = { variant: 'primary'; size: ButtonSize; isFull: boolean };

export type ResourceBuyProps = {
  resource: ResourceDetail;
  looker: Looker;
  /** Before a guest is led to /auth: remembers where to come back to. */
  onSignIn: () => void;
  /** The button that puts it into the cart. */
  cart: ReactNode;
};

export function ResourceBuy(props: ResourceBuyProps & { ref: Ref<HTMLDivElement> }) {
  const { resource, looker, ref } = props;
  return (
    <div className="resource-buy" ref={ref}>
      <p className="resource-price num">{priceFor(props)}</p>
      <div className="mt-5">
        {looker.mine?.isMine ? (
          <OwnNote state={resource.state} />
        ) : (
          <>
            <MainAction {...props} look={{ variant: 'primary', size: 'l', isFull: true }} />
            <ActionNote {...props} />
          </>
        )}
      </div>
    </div>
  );
}

/** The same in a line, at the foot of a phone's screen. */
export function ResourceBar(props: ResourceBuyProps) {
  const { resource, looker } = props;
  const hasNothing = looker.mine?.isOwned && resource.files.length === 0;
  if (looker.mine?.isMine || hasNothing) return null;
  return (
    <div className="resource-bar">
      <strong className="num">{priceFor(props)}</strong>
      <MainAction {...props} look={{ variant: 'primary', size: 'm', isFull: false }} />
    </div>
  );
}

function priceFor({ resource, looker }: ResourceBuyProps): string {
  return looker.mine?.isOwned ? 'Yours' : formatPrice(resource.price);
}

/** The one thing to do next. */
function MainAction({ resource, looker, onSignIn, cart, look }: ResourceBuyProps & { look: ActionLook }) {
  const { isGuest, mine } = looker;
  if (!isGuest && mine === undefined) return <Skeleton className="h-[3.4rem] rounded-round!" />;
  if (mine?.isOwned) return <DownloadAll resource={resource} {...look} />;
  if (!isFree(resource)) return resource.state === 'published' ? cart : null;
  if (!isGuest) return <Take id={resource.id} look={look} />;
  return (
    <ButtonLink to="/auth" icon={giftIcon} onClick={onSignIn} {...look}>
      Get it free
    </ButtonLink>
  );
}

const isFree = ({ price }: ResourceDetail) => Number(price) === 0;
const giftIcon = <Gift className="icon" aria-hidden="true" />;

function Take({ id, look }: { id: number; look: ActionLook }) {
  const claim = useClaim(id);
  return (
    <Button icon={giftIcon} isBusy={claim.isPending} onClick={() => claim.mutate()} {...look}>
      Get it free
    </Button>
  );
}

function ActionNote({ resource, looker: { isGuest, mine } }: ResourceBuyProps) {
  if (mine?.isOwned) return <DownloadList resource={resource} licensedTo={mine.licensedTo} />;
  if (isFree(resource)) {
    if (!isGuest) return null;
    return (
      <p className="meta mt-3 text-pretty">
        Sign in or create an account first; it takes a minute and costs nothing.
      </p>
    );
  }
  if (resource.state !== 'published') return null;
  return (
    <>
      <ButtonLink to={`/direct-checkout?type=resource&id=${resource.id}`} size="l" isFull className="mt-2">
        Buy now
      </ButtonLink>
      <p className="meta mt-3 text-pretty">
        For one teacher. A studio chooses how many seats it needs in the cart.
      </p>
    </>
  );
}

function OwnNote({ state }: Pick<ResourceDetail, 'state'>) {
  return (
    <Notice>
      <strong>This is yours.</strong>{' '}
      {state === 'published'
        ? 'It is on sale, and this is how others see it.'
        : `Only you and our staff see it: ${RESOURCE_STATE_LABELS[state].toLowerCase()}.`}
    </Notice>
  );
}
