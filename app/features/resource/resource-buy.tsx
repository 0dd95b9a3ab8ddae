// Price and actions of a resource: buy, get for free, or download.
import { Download, Gift } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { filesText, type ResourceFile } from '#app/components/resource/resource-format.ts';
import { Button, ButtonLink, type ButtonSize } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { fileTitle } from '#app/lib/file-kind.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useDownload } from '#app/lib/download.api.ts';
import type { MyItem, ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import { formatPrice } from '#shared/money.ts';
import { useClaimFreeResource } from './resource.api.ts';

/** The viewer: a guest, still loading, or a signed-in user with their access. */
export type ViewerAccess = { isGuest: boolean; mine: MyItem | null | undefined };

type ActionLook = { variant: 'primary'; size: ButtonSize; isFull: boolean };

export type ResourceBuyProps = {
  resource: ResourceDetail;
  viewer: ViewerAccess;
  /** Stores where to return before sending a guest to /auth. */
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

/** The same as a bar at the bottom of a phone's screen. */
export function ResourceBar(props: ResourceBuyProps) {
  const { resource, viewer } = props;
  const hasNothing = viewer.mine?.isOwned && resource.files.length === 0;
  if (viewer.mine?.isMine || hasNothing) return null;
  return (
    <div className="resource-bar">
      <strong className="num">{priceFor(props)}</strong>
      <MainAction {...props} look={{ variant: 'primary', size: 'm', isFull: false }} />
    </div>
  );
}

function priceFor({ resource, viewer }: ResourceBuyProps): string {
  return viewer.mine?.isOwned ? 'Yours' : formatPrice(resource.price);
}

/** The primary action. */
function MainAction({ resource, viewer, onSignIn, cart, look }: ResourceBuyProps & { look: ActionLook }) {
  const { isGuest, mine } = viewer;
  if (!isGuest && mine === undefined) return <Skeleton className="h-[3.4rem] rounded-round!" />;
  if (mine?.isOwned) return <DownloadAll resource={resource} {...look} />;
  if (!isFreeResource(resource)) return resource.state === 'published' ? cart : null;
  if (!isGuest) return <Take id={resource.id} look={look} />;
  return (
    <ButtonLink to="/auth" icon={giftIcon} onClick={onSignIn} {...look}>
      Get it free
    </ButtonLink>
  );
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
  if (mine?.isOwned) return <DownloadList resource={resource} licensedTo={mine.licensedTo} />;
  if (isFreeResource(resource)) {
    if (!isGuest) return null;
    return (
      <p className="meta mt-3 text-pretty">Sign in or create a free account first. It takes a minute.</p>
    );
  }
  if (resource.state !== 'published') return null;
  return (
    <>
      <ButtonLink to={`/direct-checkout?type=resource&id=${resource.id}`} size="l" isFull className="mt-2">
        Buy now
      </ButtonLink>
      <p className="meta mt-3 text-pretty">
        For one teacher. Studios choose the number of seats in the cart.
      </p>
    </>
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
  if (files.length === 0) return <p className="meta">Its files are not ready yet. Please look again soon.</p>;
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
