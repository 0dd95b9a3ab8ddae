// One bundle: its items, its price together and separately, and the buy button.
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type MetaArgs, Link, useParams } from 'react-router';
import type { Bundle, BundleItem } from '#shared/features/bundle/bundle.schema.ts';
import { BUNDLE_STATE_LABELS, bundleItemKey } from '#shared/features/bundle/bundle.rules.ts';
import { DEDUCTION_RULE } from '#shared/features/refund/refund.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { parseId } from '#shared/ids.ts';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { PurchaseTerms, SEATS_NOTE } from '#app/components/purchase/purchase-terms.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { AddToCartButton } from '#app/features/cart/add-to-cart-button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { paragraphsOf, summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { BundleStack } from './bundle-card.tsx';
import { bundleStructuredData } from './bundle-structured-data.ts';
import { getBundleQuery, getBundleAccessQuery, type BundleAccess } from './bundle.api.ts';
import './bundle.css';

type Params = LoaderFunctionArgs['params'];

function queries({ params }: { params: Params }) {
  const id = parseId(params['id']);
  if (id === null) throw pageNotFound();
  return [getBundleQuery(id)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const bundle = prefetchedData(getBundleQuery(parseId(params['id']) ?? 0), loaderData);
  if (!bundle) return [];
  const { publicUrl, siteName } = rootDataOf(matches);
  const titles = bundle.items.map(({ title }) => title).join(', ');
  return pageMeta(matches, {
    title: bundle.title,
    description: summaryOf(bundle.description) || summaryOf(`${bundle.itemCount} together: ${titles}`),
    path: `/bundles/${bundle.id}`,
    ...(bundle.covers[0] && { image: bundle.covers[0].imageUrl }),
    isHidden: !bundle.isForSale,
    jsonLd: bundleStructuredData(bundle, { publicUrl, siteName }),
  });
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This bundle isn’t available" action="/curriculum" />;
}

export default function BundlePage() {
  const {
    data: bundle,
    error,
    refetch,
    isFetching,
  } = useQuery(getBundleQuery(parseId(useParams()['id']) ?? 0));
  if (bundle) return <BundleView key={bundle.id} bundle={bundle} />;
  if (!error) return <BundleSkeleton />;
  return (
    <div className="wrap section">
      <ErrorState
        title="Couldn’t load this bundle"
        headingLevel={1}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {failureTextOf(error)}
      </ErrorState>
    </div>
  );
}

function BundleView({ bundle }: { bundle: Bundle }) {
  const user = useUser();
  const { data: mine } = useQuery({ ...getBundleAccessQuery(bundle.id), enabled: Boolean(user) });
  return (
    <div className="wrap pb-4">
      <SaleNotice bundle={bundle} />
      <div className="bundle-two">
        <div className="bundle-show">
          <BundleStack covers={bundle.covers} sizes="(width < 56.25rem) 16rem, 24rem" isEager />
        </div>
        <div>
          <h1 className="t-l wrap-anywhere">{bundle.title}</h1>
          <p className="meta mt-3">
            {bundle.itemCount} items,{' '}
            {bundle.seller ? (
              <>
                by{' '}
                <Link className="link" to={`/sellers/${bundle.seller.id}`}>
                  {bundle.seller.name}
                </Link>
              </>
            ) : (
              'put together by our curriculum team'
            )}
          </p>
          <Buying bundle={bundle} mine={user ? mine : null} />
          {bundle.description && (
            <div className="prose mt-8 max-w-measure wrap-anywhere">
              {paragraphsOf(bundle.description).map((paragraph, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- static text; two paragraphs may be identical
                <p key={at}>{paragraph}</p>
              ))}
            </div>
          )}
          <section className="mt-10" aria-labelledby="inside">
            <h2 id="inside" className="t-m border-b border-ink pb-3">
              What’s included
            </h2>
            <ul>
              {bundle.items.map((item) => (
                <ItemRow
                  key={bundleItemKey(item)}
                  item={item}
                  isOwned={mine?.ownedKeys.includes(bundleItemKey(item)) ?? false}
                />
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}

function SaleNotice({ bundle: { state, isForSale, goneCount } }: { bundle: Bundle }) {
  if (isForSale) return null;
  const text =
    state !== 'published'
      ? `This bundle isn’t on sale: ${BUNDLE_STATE_LABELS[state].toLowerCase()}.`
      : goneCount > 0
        ? `${goneCount === 1 ? 'An item' : `${goneCount} items`} in it can no longer be bought, so the bundle can’t be bought either. The rest is still available separately.`
        : 'This bundle can’t be bought right now. Its items are available separately.';
  return (
    <Notice tone="warn" className="mt-4">
      {text}
    </Notice>
  );
}

/** Undefined while loading for a signed-in viewer. */
function Buying({ bundle, mine }: { bundle: Bundle; mine: BundleAccess | null | undefined }) {
  const isReduced = mine && Number(mine.deducted) > 0 && !mine.isOwned;
  const given = mine && !mine.isOwned ? mine.ownedKeys.length - mine.deductedKeys.length : 0;
  return (
    <div className="bundle-buy">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <span className="bundle-price num">
          {mine?.isOwned ? 'Yours' : formatMoney(isReduced ? mine.price : bundle.price)}
        </span>
        {Number(bundle.saving) > 0 && !mine?.isOwned && (
          <span className="num">
            <span className="sr-only">instead of </span>
            <s className="bundle-apart">{formatMoney(isReduced ? bundle.price : bundle.apart)}</s>{' '}
            {!isReduced && <span className="bundle-saving">Save {formatMoney(bundle.saving)}</span>}
          </span>
        )}
      </p>
      {isReduced && (
        <p className="meta mt-2 max-w-measure">
          {formatMoney(mine.deducted)} of what you paid for{' '}
          {mine.deductedKeys.length === 1 ? 'one of these' : `${mine.deductedKeys.length} of these`} counts
          toward it. {DEDUCTION_RULE}
        </p>
      )}
      {given > 0 && (
        <p className="meta mt-2 max-w-measure">
          {given === 1 ? 'One of these was' : `${given} of these were`} given to you, so nothing counts toward
          the price.
        </p>
      )}
      <div className="mt-5">
        <Action bundle={bundle} mine={mine} />
      </div>
    </div>
  );
}

function Action({ bundle, mine }: { bundle: Bundle; mine: BundleAccess | null | undefined }) {
  if (mine?.isMine) {
    return <ButtonLink to={`/seller/bundles/${bundle.id}`}>Edit this bundle</ButtonLink>;
  }
  if (mine?.isOwned) {
    return <Notice tone="ok">You already have everything in it.</Notice>;
  }
  if (!bundle.isForSale) return null;
  return (
    <>
      <AddToCartButton
        itemType="bundle"
        itemId={bundle.id}
        title={bundle.title}
        price={mine?.price ?? bundle.price}
        imageUrl={bundle.covers[0]?.thumbnailUrl ?? null}
        variant="primary"
        size="l"
      />
      <PurchaseTerms licence={SEATS_NOTE} className="meta mt-3 max-w-measure text-pretty" />
    </>
  );
}

function ItemRow({ item, isOwned }: { item: BundleItem; isOwned: boolean }) {
  const { title, href, by, kind, price, thumbnailUrl, imageUrl, isListed } = item;
  return (
    <li className="bundle-item">
      <LazyImage
        src={thumbnailUrl}
        srcSet={`${thumbnailUrl} 320w, ${imageUrl} 640w`}
        sizes="4rem"
        alt=""
        width={640}
        height={800}
      />
      <div className="min-w-0">
        <h3 className="bundle-item-title">
          <Link to={href}>{title}</Link>
        </h3>
        <p className="small">
          {KIND_WORDS[kind] ?? kind} by {by} {isOwned && <Badge tone="ok">Yours</Badge>}
          {!isListed && <Badge tone="warn">Not on sale</Badge>}
        </p>
      </div>
      <span className="num">{formatMoney(price)}</span>
    </li>
  );
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  resource: 'Resource',
  course: 'Course',
  certification: 'Certification',
};

function BundleSkeleton() {
  return (
    <SkeletonGroup label="Loading the bundle" className="wrap">
      <div className="bundle-two">
        <Skeleton className="bundle-show aspect-[4/5]" />
        <div>
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="mt-6 h-10 w-40" />
          <Skeleton className="mt-10 h-64" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
