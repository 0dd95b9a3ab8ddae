// The card of a resource, in grids and rows.
import type { ReactNode } from 'react';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { typeLabel } from './resource-format.ts';

type ResourcePosterProps = {
  resource: ResourceCard;
  headingLevel?: 2 | 3;
  /** Visible when the page opens, so its image loads first. */
  isEager?: boolean;
  /** The image's `sizes`; defaults to the catalogue grid. */
  sizes?: string;
  /** The cart button, passed in by pages. */
  action?: ReactNode;
  /** Hidden on the seller's own page. */
  isSellerHidden?: boolean;
};

const IN_GRID = '(width < 56.25rem) 45vw, 18rem';
/** In a row that scrolls sideways. */
export const IN_ROW = '(width < 56.25rem) 9.5rem, 11.5rem';

export function ResourcePoster(props: ResourcePosterProps) {
  const { resource, headingLevel, isEager, sizes = IN_GRID, isSellerHidden = false, action } = props;
  const { id, title, type, price, rating, reviewCount, seller, thumbnailUrl, imageUrl } = resource;
  return (
    <PosterCard
      to={`/curriculum/${id}`}
      title={title}
      cover={{ src: thumbnailUrl, srcSet: `${thumbnailUrl} 320w, ${imageUrl} 640w`, sizes }}
      tag={typeLabel(type)}
      who={isSellerHidden ? undefined : seller.name}
      price={<MemberPrice kind="resource" price={price} />}
      rating={rating === null ? undefined : { value: rating.toFixed(1), count: reviewCount }}
      action={action}
      headingLevel={headingLevel}
      isEager={isEager}
    />
  );
}
