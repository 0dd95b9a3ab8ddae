// Structured data for search engines (schema.org).
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { summaryOf } from '#app/lib/plain-text.ts';

export function resourceStructuredData(
  resource: ResourceDetail,
  { publicUrl, image }: { publicUrl: string; image: string },
): Record<string, unknown> {
  const url = `${publicUrl}/curriculum/${resource.id}`;
  return {
    '@type': 'Product',
    name: resource.title,
    description: summaryOf(resource.description, 500),
    url,
    image: publicUrl + image,
    sku: `resource-${resource.id}`,
    category: resource.category?.name ?? resource.danceStyle,
    brand: { '@type': 'Brand', name: resource.seller.name },
    offers: {
      '@type': 'Offer',
      url,
      price: resource.price,
      priceCurrency: DEFAULT_CURRENCY,
      availability: 'https://schema.org/InStock',
      seller: {
        '@type': 'Organization',
        name: resource.seller.name,
        url: `${publicUrl}/sellers/${resource.seller.id}`,
      },
    },
    ...(resource.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: resource.rating,
        reviewCount: resource.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}
