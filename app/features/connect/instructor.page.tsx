// An instructor's public page: what they are good at, what they offer, and when they are free.
import './connect.css';
import '#app/components/booking/booking.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { CardRow } from '#app/components/catalogue/results.tsx';
import { ResourcePoster, IN_ROW } from '#app/components/resource/resource-card.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { InstructorReviews } from '#app/features/session-review/instructor-reviews.tsx';
import { listInstructorReviewsQuery } from '#app/features/session-review/session-review.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import type { InstructorDetail } from '#shared/features/connect/connect.schema.ts';
import { parseId } from '#shared/ids.ts';
import { getInstructorQuery } from './connect.api.ts';
import { BookingAside } from './booking-aside.tsx';
import { InstructorHead, InstructorSkeleton } from './instructor-head.tsx';
import { InstructorParts } from './instructor-parts.tsx';

const idOf = ({ instructorId }: { instructorId?: string | undefined }) => parseId(instructorId);

function queries({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const id = idOf(params);
  if (id === null) throw pageNotFound();
  return [getInstructorQuery(id), listInstructorReviewsQuery({ id, page: 1 })];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const instructor = prefetchedData(getInstructorQuery(idOf(params) ?? 0), loaderData);
  if (!instructor) return [];
  const { publicUrl } = rootDataOf(matches);
  const path = `/instructors/${instructor.id}`;
  return pageMeta(matches, {
    title: [instructor.name, instructor.styles.join(' and ')].filter(Boolean).join(', '),
    description: summaryOf(`${instructor.headline} ${instructor.about}`),
    path,
    type: 'profile',
    jsonLd: structuredData(instructor, publicUrl + path),
  });
}

/** For search engines (schema.org). */
function structuredData(instructor: InstructorDetail, url: string): Record<string, unknown> {
  const { name, headline, styles, languages, rating, reviewCount } = instructor;
  return {
    '@type': 'Person',
    name,
    url,
    description: headline,
    jobTitle: 'Dance teacher',
    knowsAbout: styles,
    knowsLanguage: languages,
    makesOffer: instructor.sessionTypes.map(({ title, price }) => ({
      '@type': 'Offer',
      price,
      priceCurrency: 'USD',
      itemOffered: { '@type': 'Service', name: title },
    })),
    ...(rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating,
        reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This instructor isn’t taking bookings" action="/connect" />;
}

export default function InstructorPage() {
  const { data, error, refetch, isFetching } = useQuery(getInstructorQuery(idOf(useParams()) ?? 0));
  if (data) return <Instructor instructor={data} />;
  if (!error) return <InstructorSkeleton />;
  return (
    <div className="wrap section">
      <ErrorState
        title="Couldn’t load this page"
        headingLevel={1}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    </div>
  );
}

function Instructor({ instructor }: { instructor: InstructorDetail }) {
  const { seller, resources } = instructor;
  return (
    <div className="wrap">
      <InstructorHead
        instructor={instructor}
        action={<AskLink ownerId={instructor.id} label="Ask a question" className="mt-2 -ml-4" />}
      />
      <div className="teacher">
        <BookingAside instructor={instructor} />
        <InstructorParts instructor={instructor}>
          <InstructorReviews instructor={instructor} />
        </InstructorParts>
      </div>
      {seller && resources.length > 0 && (
        <CardRow
          title={`From ${seller.name}`}
          more={
            <Link className="link meta" to={`/sellers/${seller.id}`}>
              {seller.itemCount > resources.length ? `All ${seller.itemCount}` : 'Visit the store'}
            </Link>
          }
        >
          {resources.map((resource) => (
            <ResourcePoster
              key={resource.id}
              resource={resource}
              sizes={IN_ROW}
              headingLevel={3}
              isSellerHidden
            />
          ))}
        </CardRow>
      )}
    </div>
  );
}
