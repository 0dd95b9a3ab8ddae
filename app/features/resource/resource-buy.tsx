// Price and actions of a resource: buy, get for free, or download.
import Download from 'icon:download';
import Gift from 'icon:gift';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import { LibraryButton, LibraryHint, LibraryNote } from '#app/components/membership/library-button.tsx';
import { filesText, type ResourceFile } from '#app/components/resource/resource-format.ts';
import { PurchaseTerms, SEATS_NOTE } from '#app/components/purchase/purchase-terms.tsx';
import { Button, ButtonLink, type ButtonSize } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { fileTitle } from '#app/lib/file-kind.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { signUpState } from '#app/lib/sign-up-reason.ts';
import { useDownload } from '#app/lib/download.api.ts';
import { useBenefits } from '#app/lib/member.api.ts';
import type { MyItem, ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import { useClaimFreeResource } from './resource.api.ts';

/** The viewer: a guest, still loading, or a signed-in user with their access. */
export type ViewerAccess = { isGuest: boolean; mine: MyItem | null | undefined };

type ActionLook = { variant: 'primary'; size: ButtonSize; isFull: boolean };

export type ResourceBuyProps = {
  resource: ResourceDetail;
  viewer: ViewerAccess;
  /** Stores where to return before sending a guest to sign up. */
  onSignIn: () => void;
  /** The add-to-cart button. */
  cart: ReactNode;
};

export function ResourceBuy(props: ResourceBuyProps & { ref: Ref<HTMLDivElement> }) {
  const { resource, viewer, ref } = props;
  return (
    <div className="resource-buy" ref={ref}>
      <p className="resource-price num">{priceFor(props)}</p>
      <div className="mt-5">
        {viewer.mine?.isMine ? (
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

/** The same as a bar: at the bottom of a phone's screen, and below a large preview. */
export function ResourceBar({
  className = 'resource-bar',
  ...props
}: ResourceBuyProps & { className?: string }) {
  const { resource, viewer } = props;
  const hasNothing = viewer.mine?.isOwned && resource.files.length === 0;
  if (viewer.mine?.isMine || hasNothing) return null;
  return (
    <div className={className}>
      <strong className="num">{priceFor(props)}</strong>
      <MainAction {...props} look={{ variant: 'primary', size: 'm', isFull: false }} />
    </div>
  );
}

function priceFor({ resource, viewer }: ResourceBuyProps): ReactNode {
  return viewer.mine?.isOwned ? 'Yours' : <MemberPrice kind="resource" price={resource.price} />;
}

/** The primary action. */
function MainAction({ resource, viewer, onSignIn, cart, look }: ResourceBuyProps & { look: ActionLook }) {
  const { isGuest, mine } = viewer;
  const benefits = useBenefits();
  if (!isGuest && (mine === undefined || (resource.isInLibrary && !benefits)))
    return <Skeleton className="h-[3.4rem] rounded-round!" />;
  if (mine?.isOwned) return <DownloadAll resource={resource} {...look} />;
  if (canTake(resource, benefits)) {
    return <LibraryButton item={{ type: 'resource', id: resource.id }} {...look} />;
  }
  if (!isFreeResource(resource)) return resource.state === 'published' ? cart : null;
  if (!isGuest) return <Take id={resource.id} look={look} />;
  return (
    <ButtonLink
      to="/register"
      state={signUpState({ action: 'get', title: resource.title, to: `/curriculum/${resource.id}` })}
      icon={giftIcon}
      onClick={onSignIn}
      {...look}
    >
      Get it free
    </ButtonLink>
  );
}

/** With downloads left; otherwise it is for sale, as for everyone. */
function canTake(resource: ResourceDetail, benefits: ReturnType<typeof useBenefits>): boolean {
  const isIncluded = resource.isInLibrary && resource.state === 'published' && !isFreeResource(resource);
  return isIncluded && benefits?.downloads != null && benefits.downloads.left !== 0;
}

const isFreeResource = ({ price }: ResourceDetail) => Number(price) === 0;
const giftIcon = <Gift className="icon" aria-hidden="true" />;

function Take({ id, look }: { id: number; look: ActionLook }) {
  const claim = useClaimFreeResource(id);
  return (
    <Button icon={giftIcon} isBusy={claim.isPending} onClick={() => claim.mutate()} {...look}>
      Get it free
    </Button>
  );
}

function ActionNote({ resource, viewer: { isGuest, mine } }: ResourceBuyProps) {
  const benefits = useBenefits();
  const isForSale = resource.state === 'published' && !isFreeResource(resource);
  if (mine?.isOwned) {
    return (
      <>
        <DownloadList resource={resource} licensedTo={mine.licensedTo} />
        {mine.endsWithMembership && (
          <p className="meta mt-3 text-pretty">It’s yours for as long as you’re a member.</p>
        )}
        {mine.endsWithMembership && isForSale && <BuyToKeep resource={resource} />}
      </>
    );
  }
  if (isFreeResource(resource)) {
    if (!isGuest) return null;
    return (
      <p className="meta mt-3 text-pretty">Sign in or create a free account first. It takes a minute.</p>
    );
  }
  if (resource.state !== 'published') return null;
  const item = { type: 'resource', id: resource.id } as const;
  if (canTake(resource, benefits)) {
    return (
      <>
        <LibraryNote item={item} />
        <BuyToKeep resource={resource} />
      </>
    );
  }
  return (
    <>
      <ButtonLink to={`/direct-checkout?type=resource&id=${resource.id}`} size="l" isFull className="mt-2">
        Buy now
      </ButtonLink>
      {resource.isInLibrary &&
        (benefits?.isMember ? <LibraryNote item={item} /> : <LibraryHint type="resource" />)}
      <PurchaseTerms licence={SEATS_NOTE} />
    </>
  );
}

function BuyToKeep({ resource: { id } }: Pick<ResourceBuyProps, 'resource'>) {
  return (
    <ButtonLink to={`/direct-checkout?type=resource&id=${id}`} size="l" isFull className="mt-3">
      Buy it to keep
    </ButtonLink>
  );
}

function OwnNote({ state }: Pick<ResourceDetail, 'state'>) {
  return (
    <Notice>
      <strong>This is your resource.</strong>{' '}
      {state === 'published'
        ? 'It’s on sale, and this is how others see it.'
        : `Only you and our staff can see it: ${RESOURCE_STATE_LABELS[state].toLowerCase()}.`}
    </Notice>
  );
}

type DownloadAllProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'isFull'> & {
  resource: ResourceDetail;
};

export function DownloadAll({ resource: { id, files }, ...look }: DownloadAllProps) {
  const download = useDownload(id);
  if (files.length === 0) return <p className="meta">Its files aren’t ready yet. Check back soon.</p>;
  return (
    <Button
      icon={<Download className="icon" aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate(files)}
      {...look}
    >
      {files.length === 1 ? 'Download' : 'Download all'}
    </Button>
  );
}

type DownloadListProps = { resource: ResourceDetail; licensedTo: string | null };

export function DownloadList({ resource: { id, files }, licensedTo }: DownloadListProps) {
  const download = useDownload(id);
  if (files.length === 0) return null;
  return (
    <>
      <p className="meta num mt-3">{filesText(files)}</p>
      {licensedTo && <p className="small mt-1 wrap-anywhere">Licensed to {licensedTo}</p>}
      {files.length > 1 && (
        <ul className="resource-files" aria-label="Files">
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              isBusy={download.isPending}
              onDownload={() => download.mutate([file])}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type FileLineProps = { file: ResourceFile; isBusy: boolean; onDownload: () => void };

function FileLine({ file, isBusy, onDownload }: FileLineProps) {
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        {fileTitle(file)}
        <span className="small num block">{formatBytes(file.bytes)}</span>
      </span>
      <Button size="s" isBusy={isBusy} onClick={onDownload}>
        Download<span className="sr-only"> {fileTitle(file)}</span>
      </Button>
    </li>
  );
}
