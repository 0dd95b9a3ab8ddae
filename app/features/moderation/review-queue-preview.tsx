// A resource under review: what buyers see, then files, seller and history.
import Download from 'icon:download';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { changesOf, factsOf, fileFacts, typeLabel } from '#app/components/resource/resource-format.ts';
import { ChangeList } from '#app/components/staff/change-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { ResourceGallery } from '#app/components/resource/resource-gallery.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useDownload } from '#app/lib/download.api.ts';
import type { ModeratedResource } from '#shared/features/moderation/moderation.contract.ts';
import { NOTHING_TO_SELL } from '#shared/features/moderation/moderation.schema.ts';
import { LICENCE_LABELS } from '#shared/features/resource/resource.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { STATE_TONES } from './moderation-labels.ts';
import { viewOf } from './review-view.ts';

type PreviewProps = {
  resource: ModeratedResource;
  /** “2 of 10” */
  place: string;
  /** Reached by a key or a decision, so the heading takes focus and is read aloud. */
  isToBeRead: boolean;
  /** Called once this view of it has been on screen for a moment. */
  onShown: (view: string) => void;
};

/** Shorter than it takes to read a title, longer than a key pressed twice by accident. */
const SETTLE_MS = 600;

export function ReviewQueuePreview({ resource, place, isToBeRead, onShown }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isToBeRead) heading.current?.focus();
  }, [isToBeRead]);
  useShown(viewOf(resource), onShown);
  const look = STATE_TONES[resource.state];
  return (
    <>
      <p className="meta flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={look.tone}>{look.word}</Badge>
        <span className="num">{place}</span>
        {resource.submittedAt && (
          <span>
            sent <When iso={resource.submittedAt} />
          </span>
        )}
      </p>
      <h2 ref={heading} tabIndex={-1} className="t-m mt-2 wrap-anywhere">
        {resource.title}
      </h2>
      <p className="meta mt-1">
        {typeLabel(resource.type)} by {resource.seller.name},{' '}
        <span className="num">{formatMoney(resource.price)}</span>
      </p>
      <Warnings resource={resource} />
      <div className="mt-5">
        <span className="queue-cover">
          <img src={resource.imageUrl} alt="" />
        </span>
        <ResourceGallery {...resource} />
      </div>
      <Part title="About this resource">
        {resource.descriptionHtml ? (
          // Sanitized by the server: only emphasis, lists and links.
          // oxlint-disable-next-line react/no-danger -- see above
          <div className="prose" dangerouslySetInnerHTML={{ __html: resource.descriptionHtml }} />
        ) : (
          <p className="meta">No description.</p>
        )}
      </Part>
      <Facts resource={resource} />
      <Files resource={resource} />
      <Seller resource={resource} />
      <History resource={resource} />
    </>
  );
}

/** Counts from the frame after it is painted, which can be late on a slow machine. */
function useShown(view: string, onShown: (view: string) => void): void {
  const tell = useEffectEvent((shown: string) => onShown(shown));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => tell(view), SETTLE_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [view]);
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="queue-part">
      <h3 className="t-s">{title}</h3>
      {children}
    </section>
  );
}

function Warnings({ resource }: { resource: ModeratedResource }) {
  const { isMine, pending, isTakenDown, record, isChangedSinceReview, state, files } = resource;
  return (
    <>
      {pending && (
        <Notice className="mt-4">
          {pending.words} It takes effect in a few seconds
          {pending.isMine ? '. You can undo it until then.' : '.'}
        </Notice>
      )}
      {isMine && (
        <Notice tone="warn" className="mt-4">
          This is your own resource. Someone else has to decide.
        </Notice>
      )}
      {state === 'in_review' && files.length === 0 && (
        <Notice tone="bad" className="mt-4">
          {NOTHING_TO_SELL}
        </Notice>
      )}
      {isTakenDown && (
        <Notice tone="bad" className="mt-4">
          A rights notice keeps it down. It can go on sale once the notice is settled.
        </Notice>
      )}
      {!record.isOpen && (
        <Notice tone="bad" className="mt-4">
          {record.state === 'suspended' ? 'This seller is suspended' : 'The seller’s account is suspended'}:
          nothing of theirs can go on sale.
        </Notice>
      )}
      {isChangedSinceReview && (
        <Notice tone="warn" className="mt-4">
          Changed by the seller <When iso={resource.updatedAt} />, while on sale.
        </Notice>
      )}
      {isChangedSinceReview && <ChangesSinceReview resource={resource} />}
    </>
  );
}

/** Changes published since the last review, newest first. */
function ChangesSinceReview({ resource: { events } }: { resource: ModeratedResource }) {
  const looked = events.findIndex(({ kind }) => kind === 'seen' || kind === 'approved');
  const since = looked < 0 ? events : events.slice(0, looked);
  const published = since.filter(({ kind }) => kind === 'changes_published');
  return published.map((event) => (
    <Part key={event.id} title="What changed">
      <p className="meta mb-2">
        Published <When iso={event.createdAt} />
      </p>
      <ChangeList label="What changed" changes={changesOf(event)} />
    </Part>
  ));
}

function Facts({ resource }: { resource: ModeratedResource }) {
  const { tags, licence } = resource;
  const facts = [
    ...factsOf(resource),
    ['Licence', LICENCE_LABELS[licence]] as const,
    ['Tags', tags.join(', ') || 'None'] as const,
    ['Number', String(resource.id)] as const,
  ];
  return (
    <Part title="Facts">
      <dl className="resource-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Files({ resource: { id, files } }: { resource: ModeratedResource }) {
  const download = useDownload(id);
  return (
    <Part title="Files">
      {files.length === 0 && <p className="meta">No files.</p>}
      <ul className="queue-files">
        {files.map((file) => (
          <li key={file.id}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <strong className="font-semibold">{file.label || file.name}</strong>
              <span className="small num block">
                {[file.label && file.name, fileFacts(file), file.pages !== null && formatBytes(file.bytes)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {!file.isPreviewed && <span className="small block">Buyers see no preview of this file.</span>}
              {file.previewProblem && <span className="small block">No preview: {file.previewProblem}</span>}
            </span>
            <Button
              size="s"
              icon={<Download className="icon" aria-hidden="true" />}
              isBusy={download.isPending}
              onClick={() => download.mutate([file])}
            >
              Download<span className="sr-only"> {file.label || file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Seller({ resource: { seller, record } }: { resource: ModeratedResource }) {
  return (
    <Part title="Seller">
      <p className="meta mb-2">
        <Link className="link" to={`/sellers/${seller.id}`}>
          {seller.name}
        </Link>
        , seller since <When iso={record.since} />
        {seller.rating !== null && `, rated ${seller.rating.toFixed(1)}`}
      </p>
      <RunningOrder label="Record">
        <OrderLine figure={record.published}>Published resources</OrderLine>
        <OrderLine figure={record.rejected}>Rejected</OrderLine>
        <OrderLine figure={record.changesRequested}>Changes requested</OrderLine>
        <OrderLine figure={record.openNotices}>Open rights notices</OrderLine>
        <OrderLine figure={record.upheldNotices}>Taken down after a notice</OrderLine>
      </RunningOrder>
    </Part>
  );
}

function History({ resource: { events } }: { resource: ModeratedResource }) {
  return (
    <Part title="History">
      {events.length === 0 && <p className="meta">No history yet.</p>}
      <ol className="queue-files" aria-label="History">
        {events.map((event) => (
          <li key={event.id}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <strong className="font-semibold">{event.label}</strong>
              {event.reason && <span className="block whitespace-pre-line">{event.reason}</span>}
            </span>
            <span className="small">
              {event.by}, <When iso={event.createdAt} />
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
