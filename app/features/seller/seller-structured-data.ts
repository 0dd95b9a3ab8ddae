// A seller page as structured data for search engines (schema.org).
import { summaryOf } from '#app/lib/plain-text.ts';
import type { Seller } from './seller.api.ts';

export function sellerStructuredData(
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
