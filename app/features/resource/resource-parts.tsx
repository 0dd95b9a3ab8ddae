// The parts of a resource's page that only say what is so: seller, facts, description, contents, licence.
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { LICENCE_LABELS } from '#shared/features/resource/resource.rules.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { formatCount } from '#shared/figures.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { fileTitle } from '#app/lib/file-kind.ts';
import { factsOf, fileFacts } from './resource-facts.ts';
import { LICENCE_NOTES, licenceLines } from './resource-licence.ts';

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

/** Of the thing itself; the shop's own stands beside its name. */
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

export function SellerLine({ seller }: { seller: ResourceDetail['seller'] }) {
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

/** The server made `html` from what the seller wrote: words, lists and links, and nothing else gets through. */
export function ResourceAbout({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <ResourcePart title="About this resource">
      <div
        className="prose resource-words"
        // oxlint-disable-next-line react/no-danger -- the server's own output, with every mark of the writer's escaped
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </ResourcePart>
  );
}

export function ResourceInside({ files }: Pick<ResourceDetail, 'files'>) {
  if (files.length === 0) return null;
  return (
    <ResourcePart id="inside" title="What is inside">
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
    <ResourcePart id="licence" title="What you may do with it">
      <ul className="resource-licence">
        {licenceLines(licence, type).map(({ isAllowed, text }) => (
          <li key={text} data-allowed={isAllowed}>
            {isAllowed ? (
              <Check className="icon" aria-hidden="true" />
            ) : (
              <X className="icon" aria-hidden="true" />
            )}
            <span>
              <span className="sr-only">{isAllowed ? 'You may: ' : 'Please do not: '}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      <p className="help mt-2.5">{LICENCE_NOTES[licence]}</p>
    </ResourcePart>
  );
}
