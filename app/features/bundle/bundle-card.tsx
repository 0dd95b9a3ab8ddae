// A bundle as a card with a stack of covers, and rows of such cards.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BundleCard } from '#shared/features/bundle/bundle.schema.ts';
import { DEDUCTION_RULE } from '#shared/features/refund/refund.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { CardRow } from '#app/components/catalogue/results.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { listBundlesQuery } from './bundle.api.ts';
import './bundle.css';

type BundleStackProps = Pick<BundleCard, 'covers'> & { sizes: string; isEager?: boolean };

/** Covers are never cropped; the first one is on top. */
export function BundleStack({ covers, sizes, isEager }: BundleStackProps) {
  return (
    <div className="bundle-stack" data-count={covers.length}>
      {covers.map(({ thumbnailUrl, imageUrl }) => (
        <LazyImage
          key={imageUrl}
          src={thumbnailUrl}
          srcSet={`${thumbnailUrl} 320w, ${imageUrl} 640w`}
          sizes={sizes}
          alt=""
          width={640}
          height={800}
          isEager={isEager}
        />
      ))}
    </div>
  );
}

const IN_ROW = '(width < 56.25rem) 7rem, 8.5rem';

type BundlePosterProps = {
  bundle: BundleCard;
  headingLevel?: 2 | 3;
  /** Hidden on the seller's own page. */
  isSellerHidden?: boolean;
};

export function BundlePoster({ bundle, headingLevel = 3, isSellerHidden }: BundlePosterProps) {
  const { id, title, price, apart, savingPercent, itemCount, seller, covers } = bundle;
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="poster">
      <div className="poster-art">
        <BundleStack covers={covers} sizes={IN_ROW} />
        <span className="tag">Bundle of {itemCount}</span>
      </div>
      <Heading className="poster-title">
        <Link to={`/bundles/${id}`}>{title}</Link>
      </Heading>
      {!isSellerHidden && seller && <p className="poster-who">{seller.name}</p>}
      <p className="poster-foot">
        <span>
          <span className="poster-price">{formatMoney(price)}</span>{' '}
          <span className="sr-only">instead of </span>
          <s className="bundle-apart">{formatMoney(apart)}</s>
        </span>
        {savingPercent > 0 && <span className="bundle-saving">Save {savingPercent} %</span>}
      </p>
    </article>
  );
}

type BundleRowProps = {
  title: string;
  /** Bundles of one seller, or all. */
  of?: Parameters<typeof listBundlesQuery>[0];
  isSellerHidden?: boolean;
};

const MOST_SHOWN = 8;

/** Renders nothing without bundles. */
export function BundleRow({ title, of, isSellerHidden }: BundleRowProps) {
  const { data } = useQuery(listBundlesQuery(of));
  const bundles = data?.items.slice(0, MOST_SHOWN) ?? [];
  if (bundles.length === 0) return null;
  return (
    <CardRow title={title}>
      {bundles.map((bundle) => (
        <BundlePoster key={bundle.id} bundle={bundle} isSellerHidden={isSellerHidden} />
      ))}
    </CardRow>
  );
}

/** One sentence next to the price of an item that is in a bundle. */
export function AlsoInBundle({ itemType, itemId }: { itemType: 'resource' | 'course'; itemId: number }) {
  const { data } = useQuery(listBundlesQuery({ itemType, itemId }));
  const best = data?.items.toSorted((a, b) => b.savingPercent - a.savingPercent)[0];
  if (!best) return null;
  return (
    <>
      <Link to={`/bundles/${best.id}`} className="bundle-also">
        <span className="bundle-also-art">
          <BundleStack covers={best.covers} sizes="4rem" />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">
            Also in a bundle{best.savingPercent > 0 && `, save ${best.savingPercent}%`}
          </strong>
          <span className="small block">
            {best.title}, {formatMoney(best.price)}
          </span>
        </span>
      </Link>
      <p className="small mt-2 max-w-measure">{DEDUCTION_RULE}</p>
    </>
  );
}
