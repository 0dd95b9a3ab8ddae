// A bundle as structured data for search engines (schema.org).
import type { Bundle } from '#shared/features/bundle/bundle.schema.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { summaryOf } from '#app/lib/plain-text.ts';

export function bundleStructuredData(
  bundle: Bundle,
  { publicUrl, siteName }: { publicUrl: string; siteName: string },
): Record<string, unknown> {
  const url = `${publicUrl}/bundles/${bundle.id}`;
  const seller = bundle.seller
    ? { name: bundle.seller.name, url: `${publicUrl}/sellers/${bundle.seller.id}` }
    : { name: siteName, url: publicUrl };
  return {
    '@type': 'Product',
    name: bundle.title,
    description: summaryOf(bundle.description, 500),
    url,
    ...(bundle.covers[0] && { image: publicUrl + bundle.covers[0].imageUrl }),
    sku: `bundle-${bundle.id}`,
    brand: { '@type': 'Brand', name: seller.name },
    isRelatedTo: bundle.items.map(({ title, href }) => ({
      '@type': 'Product',
      name: title,
      url: publicUrl + href,
    })),
    offers: {
      '@type': 'Offer',
      url,
      price: bundle.price,
      priceCurrency: DEFAULT_CURRENCY,
      availability: `https://schema.org/${bundle.isForSale ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', ...seller },
    },
  };
}
