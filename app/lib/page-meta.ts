// Title, description, link preview, canonical address and structured data of a page.
import type { MetaDescriptor } from 'react-router';
import { rootDataOf } from './root-data.ts';

export type PageMeta = {
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  image?: string;
  type?: 'website' | 'article' | 'profile';
  /** Hidden from search engines, for internal and personal pages. */
  isHidden?: boolean;
  jsonLd?: Record<string, unknown>;
};

export function pageMeta(matches: Parameters<typeof rootDataOf>[0], page: PageMeta): MetaDescriptor[] {
  const { siteName, publicUrl } = rootDataOf(matches);
  const title = siteName ? `${page.title} · ${siteName}` : page.title;
  const canonical = publicUrl + page.path;
  const image = publicUrl + (page.image ?? '/og-default.png');
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (page.isHidden) tags.push({ name: 'robots', content: 'noindex' });
  else tags.push({ tagName: 'link', rel: 'canonical', href: canonical });
  if (page.jsonLd) tags.push({ 'script:ld+json': { '@context': 'https://schema.org', ...page.jsonLd } });
  return tags;
}
