// The existing pages the header, footer and home page link to. Separate from site-pages.ts, because every page loads
// this list.

export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/about',
  '/terms',
  '/contact',
  '/help',
  '/auth',
  '/register',
  '/curriculum',
  '/courses',
  '/connect',
  '/subscription',
  '/verify',
  '/debug',
];

/** Spec §2: the header. An entry shows once its page exists. */
export const MAIN_MENU = [
  { label: 'Home', to: '/' },
  { label: 'Certification', to: '/courses' },
  { label: 'Curriculum', to: '/curriculum' },
  { label: 'Connect', to: '/connect' },
  { label: 'Membership', to: '/subscription' },
] as const;

/** Whether a link in the header, the footer or a public page leads to an existing page. */
export function isPublicPage(page: string): boolean {
  return PUBLIC_PAGES.includes(page);
}
