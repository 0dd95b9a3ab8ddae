// A resource's page: details, contents, seller, reviews and the buy box.
import '#app/components/resource/resource.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { CardGrid } from '#app/components/catalogue/results.tsx';
import { PreviewAction } from '#app/components/resource/preview-action.ts';
import { ResourcePoster } from '#app/components/resource/resource-card.tsx';
import { ResourceGallery } from '#app/components/resource/resource-gallery.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { AlsoInBundle } from '#app/features/bundle/bundle-card.tsx';
import { listBundlesQuery } from '#app/features/bundle/bundle.api.ts';
import { AddToCartButton } from '#app/features/cart/add-to-cart-button.tsx';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { ReviewSection } from '#app/features/review/review-section.tsx';
import { reviewsQuery } from '#app/features/review/review.api.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { WishlistButton } from '#app/features/wishlist/wishlist-button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import { parseId } from '#shared/ids.ts';
import { rememberViewed } from './recently-viewed.ts';
import { type ViewerAccess, ResourceBar, ResourceBuy } from './resource-buy.tsx';
import {
  RatingLine,
  ResourceAbout,
  ResourceCrumbs,
  ResourceFacts,
  ResourceInside,
  ResourceLicence,
  ResourcePart,
  ResourceSkeleton,
  ResourceVersions,
  SellerLine,
} from './resource-parts.tsx';
import { resourceStructuredData } from './resource-structured-data.ts';
import { ResourceTools } from './resource-tools.tsx';
import { countResourceView, getResourceQuery, listRelatedResourcesQuery } from './resource.api.ts';

/** Loaded on demand: few visitors report anything. */
const ReportDialog = lazy(() => import('#app/features/moderation/report-dialog.tsx'));

type Params = LoaderFunctionArgs['params'];

function queries({ params }: { params: Params }) {
  const id = parseId(params['resourceId']);
  if (id === null) throw pageNotFound();
  return [
    getResourceQuery(id),
    listRelatedResourcesQuery(id),
    reviewsQuery({ type: 'resource', id }),
    listBundlesQuery({ itemType: 'resource', itemId: id }),
  ];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const resource = prefetchedData(getResourceQuery(parseId(params['resourceId']) ?? 0), loaderData);
  if (!resource) return [];
  const image = coverUrl(coverSubjectOf.resource(resource.id), 'stage', 1000, {
    changed: resource.updatedAt,
  });
  const { publicUrl } = rootDataOf(matches);
  return pageMeta(matches, {
    title: resource.title,
    description: summaryOf(resource.description) || `${resource.danceStyle}, by ${resource.seller.name}`,
    path: `/curriculum/${resource.id}`,
    image,
    isHidden: resource.state !== 'published',
    jsonLd: resourceStructuredData(resource, { publicUrl, image }),
  });
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This resource isn’t available" action="/curriculum" />;
}

export default function ResourcePage() {
  const {
    data: resource,
    error,
    refetch,
    isFetching,
  } = useQuery(getResourceQuery(parseId(useParams()['resourceId']) ?? 0));
  if (resource) return <Resource key={resource.id} resource={resource} />;
  if (!error) return <ResourceSkeleton />;
  return (
    <div className="wrap section">
      <ErrorState
        title="We couldn’t load this resource"
        headingLevel={1}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    </div>
  );
}

function Resource({ resource }: { resource: ResourceDetail }) {
  const { id, state } = resource;
  const item = { type: 'resource', id } as const;
  const viewer = useViewerAccess(id);
  const { place, isPassed } = useIsPassed();
  // The server decides for staff; sellers don't need to ask.
  useCountView(id, state === 'published' && (viewer.isGuest || viewer.mine?.isMine === false));
  useEffect(() => {
    if (state === 'published') rememberViewed(id);
  }, [id, state]);
  const heart = {
    item,
    title: resource.title,
    ...viewer,
    onSignIn: () => rememberDestination(`/curriculum/${id}`),
  };
  const buying = { resource, viewer, onSignIn: heart.onSignIn };
  const inCart = {
    itemType: 'resource',
    itemId: id,
    title: resource.title,
    price: resource.price,
    imageUrl: resource.thumbnailUrl,
  } as const;
  return (
    <div className="wrap">
      <ResourceCrumbs resource={resource} />
      <NotOnSale state={state} />
      <div className="resource-two">
        <PreviewAction
          value={
            <ResourceBar
              {...buying}
              className="resource-large-buy"
              cart={<AddToCartButton {...inCart} variant="primary" />}
            />
          }
        >
          <Show resource={resource} />
        </PreviewAction>
        <aside className="resource-side" aria-label="Buy or download">
          <h1 className="resource-title">{resource.title}</h1>
          <Credits resource={resource} />
          <ResourceBuy
            {...buying}
            ref={place}
            cart={<AddToCartButton {...inCart} variant="primary" size="l" isFull />}
          />
          <ResourceTools
            {...buying}
            ReportDialog={ReportDialog}
            wish={!viewer.mine?.isMine && <WishlistButton {...heart} variant="quiet" size="s" />}
          />
          <AlsoInBundle itemType="resource" itemId={id} />
          <Facts resource={resource} />
        </aside>
        <div className="resource-main">
          {viewer.mine?.isOwned && <ResourceVersions id={id} />}
          <Contents resource={resource} />
          <ResourcePart id="reviews" title="Reviews">
            <ReviewSection item={item} numbers={resource} mine={viewer.mine} />
          </ResourcePart>
        </div>
      </div>
      <Related id={id} />
      {isPassed && <ResourceBar {...buying} cart={<AddToCartButton {...inCart} variant="primary" />} />}
    </div>
  );
}

// The viewer is known only after hydration. Parts that are the same for everyone
// aren't rendered again then, which would block a phone.
const Facts = memo(ResourceFacts);

const Credits = memo(function Credits({ resource }: { resource: ResourceDetail }) {
  return (
    <>
      <RatingLine resource={resource} />
      <SellerLine resource={resource} />
    </>
  );
});

const Show = memo(function Show({ resource }: { resource: ResourceDetail }) {
  return (
    <div className="resource-show">
      <CoverArt
        subject={coverSubjectOf.resource(resource.id)}
        shape="stage"
        sizes="(width < 56.25rem) 100vw, 48rem"
        className="resource-cover"
        changed={resource.updatedAt}
        isFirst
      />
      <ResourceGallery {...resource} />
    </div>
  );
});

const Contents = memo(function Contents({ resource }: { resource: ResourceDetail }) {
  return (
    <>
      <ResourceAbout html={resource.descriptionHtml} />
      <ResourceInside files={resource.files} />
      <ResourceLicence resource={resource} />
    </>
  );
});

/** Undefined while loading; a failed query counts as not owning it. */
function useViewerAccess(id: number): ViewerAccess {
  const user = useUser();
  const { data, error } = useQuery({ ...myItemQuery({ type: 'resource', id }), enabled: Boolean(user) });
  return { isGuest: user === null, mine: user && (data ?? (error ? null : undefined)) };
}

/** For its seller, staff and users who have it. */
function NotOnSale({ state }: Pick<ResourceDetail, 'state'>) {
  if (state === 'published') return null;
  return (
    <Notice tone="warn" className="mb-6">
      {state === 'archived'
        ? 'This is no longer on sale. Buyers keep their copies.'
        : `This isn’t on sale: ${RESOURCE_STATE_LABELS[state].toLowerCase()}.`}
    </Notice>
  );
}

const SHOWN_RELATED = 4;

const Related = memo(function Related({ id }: { id: number }) {
  const { data: related = [] } = useQuery(listRelatedResourcesQuery(id));
  if (related.length === 0) return null;
  return (
    <section className="section pb-0">
      <div className="head">
        <h2 className="t-m">You might also like</h2>
      </div>
      <CardGrid className="resource-related">
        {related.slice(0, SHOWN_RELATED).map((resource) => (
          <ResourcePoster
            key={resource.id}
            resource={resource}
            action={<CardCart itemType="resource" item={resource} />}
          />
        ))}
      </CardGrid>
    </section>
  );
});

/** `isCounted` becomes true once we know it is on sale and the viewer is neither its seller nor staff. */
function useCountView(id: number, isCounted: boolean): void {
  useEffect(() => {
    if (!isCounted) return;
    const tell = () => {
      // Fire and forget.
      countResourceView(id).catch(() => {});
    };
    // After everything the page itself needs.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(tell);
    else setTimeout(tell, 1000);
  }, [id, isCounted]);
}

function useIsPassed() {
  const place = useRef<HTMLDivElement>(null);
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    // Everything below the viewport counts as visible, so jumping past it is noticed too.
    const observer = new IntersectionObserver(([entry]) => entry && setPassed(!entry.isIntersecting), {
      rootMargin: '0px 0px 100000px 0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isPassed };
}
