// Static parts of a resource's page: seller, facts, description, contents, licence.
import { useQuery } from '@tanstack/react-query';
import Check from 'icon:check';
import X from 'icon:x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { factsOf, fileFacts } from '#app/components/resource/resource-format.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { fileTitle } from '#app/lib/file-kind.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatDay } from '#shared/dates.ts';
import { type Licence, LICENCE_LABELS, LICENCE_NOTES } from '#shared/features/resource/resource.rules.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { formatCount } from '#shared/numbers.ts';
import type { ResourceType } from '#shared/vocabulary.ts';
import { listResourceVersionsQuery } from './resource.api.ts';

export function ResourceCrumbs({ resource: { title, danceStyle } }: { resource: ResourceDetail }) {
  const style = `/curriculum?${new URLSearchParams({ style: danceStyle })}`;
  return (
    <nav className="resource-crumbs meta" aria-label="Breadcrumb">
      <ol>
        <li>
          <Link to="/curriculum">Curriculum</Link>
        </li>
        <li>
          <Link to={style}>{danceStyle}</Link>
        </li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** The resource's rating; the seller's is next to their name. */
export function RatingLine({ resource: { rating, reviewCount } }: { resource: ResourceDetail }) {
  if (rating === null) return null;
  return (
    <p className="mt-3">
      <a className="link" href="#reviews">
        <Rating value={rating.toFixed(1)} count={reviewCount} />
      </a>
    </p>
  );
}

export function SellerLine({ resource: { id: resourceId, seller } }: { resource: ResourceDetail }) {
  const { id, name, profileImageUrl, itemCount, rating, reviewCount, vacationNote } = seller;
  return (
    <div className="resource-seller">
      <Avatar sources={avatarCandidates({ profileImageUrl, name, kind: 'seller' })} name={name} />
      <p className="meta min-w-0 wrap-anywhere">
        <Link className="link" to={`/sellers/${id}`}>
          {name}
        </Link>
        <br />
        {itemCount === 1 ? '1 resource' : `${formatCount(itemCount)} resources`}
        {rating !== null &&
          `, ${rating.toFixed(1)} from ${reviewCount === 1 ? '1 review' : `${formatCount(reviewCount)} reviews`}`}
        {vacationNote && <span className="block">Away: {vacationNote}</span>}
      </p>
      <AskLink
        className="ml-auto"
        about={{ type: 'resource', id: resourceId }}
        ownerId={id}
        label="Ask the seller"
      />
    </div>
  );
}

export function ResourceFacts({ resource }: { resource: ResourceDetail }) {
  return (
    <dl className="resource-facts">
      {factsOf(resource).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Licence</dt>
        <dd>
          <a className="link" href="#licence">
            {LICENCE_LABELS[resource.licence]}
          </a>
        </dd>
      </div>
    </dl>
  );
}

export function ResourcePart({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section className="resource-part" id={id}>
      <h2 className="t-m">{title}</h2>
      {children}
    </section>
  );
}

/** `html` is sanitized by the server: text, lists and links only. */
export function ResourceAbout({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <ResourcePart title="About this resource">
      <div
        className="prose resource-text"
        // oxlint-disable-next-line react/no-danger -- sanitized by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </ResourcePart>
  );
}

export function ResourceInside({ files }: Pick<ResourceDetail, 'files'>) {
  if (files.length === 0) return null;
  return (
    <ResourcePart id="inside" title="What’s inside">
      <RunningOrder className="resource-order">
        {files.map((file) => (
          <OrderLine key={file.id} figure={fileFacts(file)}>
            {fileTitle(file)}
          </OrderLine>
        ))}
      </RunningOrder>
    </ResourcePart>
  );
}

export function ResourceLicence({ resource: { licence, type } }: { resource: ResourceDetail }) {
  return (
    <ResourcePart id="licence" title="What you can do with it">
      <ul className="resource-licence">
        {licenceLines(licence, type).map(({ isAllowed, text }) => (
          <li key={text} data-allowed={isAllowed}>
            {isAllowed ? (
              <Check className="icon" aria-hidden="true" />
            ) : (
              <X className="icon" aria-hidden="true" />
            )}
            <span>
              <span className="sr-only">{isAllowed ? 'Allowed: ' : 'Not allowed: '}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      <p className="help mt-2.5">{LICENCE_NOTES[licence]}</p>
    </ResourcePart>
  );
}

/** For users who have the resource. */
export function ResourceVersions({ id }: { id: number }) {
  const { data: versions = [] } = useQuery(listResourceVersionsQuery(id));
  if (versions.length === 0) return null;
  return (
    <ResourcePart title="What’s new">
      <ol className="mt-4 grid gap-4">
        {versions.map(({ number, note, publishedAt }) => (
          <li key={number}>
            <p className="meta num">
              Version {number}, {formatDay(publishedAt)}
            </p>
            <p className="max-w-measure whitespace-pre-line wrap-anywhere">{note}</p>
          </li>
        ))}
      </ol>
    </ResourcePart>
  );
}

export function ResourceSkeleton() {
  return (
    <SkeletonGroup label="Loading the resource" className="wrap">
      <Skeleton className="mt-5 h-4 w-56" />
      <div className="resource-two mt-6">
        <Skeleton className="resource-main aspect-5/4" />
        <div className="resource-side">
          <Skeleton className="h-20" />
          <Skeleton className="mt-5 h-10 w-48" />
          <Skeleton className="mt-8 h-10 w-32" />
          <Skeleton className="mt-5 h-[3.4rem] rounded-round!" />
        </div>
      </div>
    </SkeletonGroup>
  );
}

export type LicenceLine = { isAllowed: boolean; text: string };

const yes = (text: string): LicenceLine => ({ isAllowed: true, text });
const no = (text: string): LicenceLine => ({ isAllowed: false, text });

const OF_A_TYPE: Partial<Record<ResourceType, LicenceLine>> = {
  audio: yes('Play the music in class and at shows'),
  video: yes('Show the clips in class'),
  image: yes('Put it up in your studio'),
};

export function licenceLines(licence: Licence, type: ResourceType): LicenceLine[] {
  return [
    yes('Teach from it in any class you lead'),
    yes('Print copies for your own students'),
    yes('Adapt it and keep your notes'),
    OF_A_TYPE[type] ?? yes('Use it at shows and open classes'),
    ...(licence === 'studio'
      ? [yes('Share it with teachers at your studio who have a seat'), no('Share it with other studios')]
      : [no('Share the files with other teachers')]),
    no('Sell it, or post it online'),
  ];
}
