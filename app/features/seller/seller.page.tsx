// A seller's public page: who they are, and everything they sell, with the catalogue's search and filters.
import './seller.css';
import { useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useParams,
} from 'react-router';
import { FacetPanel } from '#app/components/catalogue/facet-panel.tsx';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { CatalogueColumns } from '#app/components/catalogue/results.tsx';
import { SearchBox } from '#app/components/catalogue/search-box.tsx';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { BundleRow } from '#app/features/bundle/bundle-card.tsx';
import { listBundlesQuery } from '#app/features/bundle/bundle.api.ts';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { facetGroups, minutesGroup, styleGroup } from '#app/features/catalogue/catalogue-facets.ts';
import { CurriculumResults, resourceCount } from '#app/features/catalogue/catalogue-results.tsx';
import { canonicalPath, resourceFilters, resourceListQuery } from '#app/features/catalogue/catalogue-url.ts';
import { getSellerFacetsQuery, listResourcesOfSellerQuery } from '#app/features/catalogue/catalogue.api.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { browserApi, createApiClient } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { MeantSearch, meantSearch, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import {
  browserPrefetch,
  orUnavailable,
  pageNotFound,
  prefetchedData,
  serverPrefetch,
} from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { pageContext } from '#shared/page-context.ts';
import { FollowButton } from './follow-button.tsx';
import { idOf, resolveSellerSlug } from './seller-address.ts';
import { SellerSkeleton, SellerAbout, SellerHead } from './seller-header.tsx';
import { getSellerFollowQuery, getSellerQuery, type Seller } from './seller.api.ts';

function queries({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const id = idOf(params);
  if (id === null) throw pageNotFound();
  const { searchParams } = new URL(request.url);
  return [
    getSellerQuery(id),
    listResourcesOfSellerQuery(id, resourceListQuery(searchParams)),
    getSellerFacetsQuery(id, resourceFilters(searchParams)),
    listBundlesQuery({ sellerId: id }),
  ];
}

export async function loader(args: LoaderFunctionArgs) {
  await resolveSellerSlug(createApiClient(args.context.get(pageContext).fetchApi), args).catch(orUnavailable);
  return serverPrefetch(queries)(args);
}
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  await resolveSellerSlug(browserApi, args);
  return browserPrefetch(queries)(args);
}

export function meta({ matches, params, location, loaderData }: MetaArgs<typeof loader>) {
  const seller = prefetchedData(getSellerQuery(idOf(params) ?? 0), loaderData);
  if (!seller) return [];
  const { publicUrl, siteName } = rootDataOf(matches);
  const image = coverUrl(coverSubjectOf.seller(seller.id), 'band', 1280);
  const own = `/sellers/${seller.id}`;
  // Filters don't make a different page: search engines get one canonical URL per page of the list.
  const path = canonicalPath(own, resourceListQuery(new URLSearchParams(location.search)));
  return pageMeta(matches, {
    title: seller.name,
    description:
      summaryOf([seller.tagline, seller.about].filter(Boolean).join(' ')) || `${seller.name} on ${siteName}`,
    path: path ?? own,
    image,
    isHidden: path === null,
    jsonLd: sellerStructuredData(seller, { publicUrl, image }),
  });
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This seller isn’t available" action="/curriculum" />;
}

const bagOf = (resource: ResourceCard) => <CardCart itemType="resource" item={resource} />;

export default function SellerPage() {
  const { data: seller, error, refetch, isFetching } = useQuery(getSellerQuery(idOf(useParams()) ?? 0));
  if (!seller && !error) return <SellerSkeleton />;
  if (!seller) {
    return (
      <div className="wrap section">
        <ErrorState
          title="Couldn’t load this store"
          headingLevel={1}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="wrap pt-4">
      <SellerHead
        seller={seller}
        banner={
          seller.bannerUrl ? (
            <img src={seller.bannerUrl} alt="" width={1280} height={360} fetchPriority="high" />
          ) : (
            <CoverArt
              subject={coverSubjectOf.seller(seller.id)}
              shape="band"
              sizes="(width < 90rem) 100vw, 82rem"
              isFirst
            />
          )
        }
        action={
          <>
            <Following sellerId={seller.id} />
            <AskLink about={{ type: 'seller', id: seller.id }} ownerId={seller.id} label="Ask a question" />
          </>
        }
      />
      {seller.vacationNote && (
        <Notice tone="warn" className="mt-6">
          <strong className="font-semibold">Currently away.</strong> {seller.vacationNote}
        </Notice>
      )}
      <SellerAbout seller={seller} />
      <BundleRow title="Bundles" of={{ sellerId: seller.id }} isSellerHidden />
      <Shelf seller={seller} />
    </div>
  );
}

function Following({ sellerId }: { sellerId: number }) {
  const user = useUser();
  const { pathname } = useListAddress();
  const { data: mine } = useQuery({ ...getSellerFollowQuery(sellerId), enabled: Boolean(user) });
  if (mine?.isMine) return <Badge tone="act">This is your store</Badge>;
  return (
    <FollowButton
      sellerId={sellerId}
      isFollowing={mine?.isFollowing}
      isGuest={user === null}
      onSignIn={() => rememberDestination(pathname)}
    />
  );
}

function Shelf({ seller }: { seller: Seller }) {
  const { params, pathname } = useListAddress();
  const query = resourceListQuery(params);
  const list = listResourcesOfSellerQuery(seller.id, query);
  const { data: found } = useQuery(list);
  const { data: facets } = useQuery(getSellerFacetsQuery(seller.id, resourceFilters(params)));
  const meant = meantSearch(params, found?.understood);
  const filters = meant === null ? query : resourceFilters(new URLSearchParams(meant));
  const groups = [styleGroup(filters, facets), ...facetGroups(filters, facets)];
  if (seller.itemCount === 0) {
    return (
      <EmptyState
        className="mt-14"
        title="Nothing on sale yet"
        action={<ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>}
      >
        Follow {seller.name} and check back: new resources will appear here.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="shelf">
      <div className="seller-shelf">
        <h2 className="t-m" id="shelf">
          Resources
        </h2>
        <SearchBox
          label={`Search resources by ${seller.name}`}
          placeholder="Search this store"
          action={pathname}
          search={query.q ?? ''}
          hiddenFields={[...params].filter(([name]) => !['q', 'sort', 'page', 'after'].includes(name))}
          suggest={[]}
        />
      </div>
      <MeantSearch value={meant}>
        <CatalogueColumns
          facets={
            <FacetPanel
              groups={groups}
              showText={facets ? `Show ${resourceCount(facets)}` : 'Show results'}
            />
          }
        >
          <CurriculumResults
            groups={[...groups, minutesGroup(filters)]}
            eagerCount={0}
            query={list}
            isSellerHidden
            action={bagOf}
          />
        </CatalogueColumns>
      </MeantSearch>
    </section>
  );
}

/** For search engines (schema.org). */
function sellerStructuredData(
  seller: Seller,
  { publicUrl, image }: { publicUrl: string; image: string },
): Record<string, unknown> {
  return {
    '@type': 'OnlineStore',
    name: seller.name,
    url: `${publicUrl}/sellers/${seller.id}`,
    image: publicUrl + image,
    ...(seller.about && { description: summaryOf(seller.about, 500) }),
    ...(seller.tagline && { slogan: seller.tagline }),
    ...(seller.danceStyles.length > 0 && { knowsAbout: seller.danceStyles }),
    ...(seller.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: seller.rating,
        reviewCount: seller.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}
