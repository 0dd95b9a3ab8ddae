// Old URLs (spec §2) and where they redirect to.

export const REDIRECTS = {
  '/course/{id}': '/courses/{id}',
  '/resources': '/curriculum',
  '/resources/{resourceId}': '/curriculum/{resourceId}',
  '/resources/{id}/edit': '/curriculum/{id}/edit',
  '/pricing': '/subscription',
} as const;

const RULES = Object.entries(REDIRECTS).map(([from, to]) => ({
  pattern: new RegExp(`^${from.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
  to,
}));

/** The new path for an old one, or null. The id passes through unchanged. */
export function redirectedPath(pathname: string): string | null {
  for (const { pattern, to } of RULES) {
    const match = pattern.exec(pathname);
    if (match) return to.replace(/\{\w+\}/, () => match[1] ?? '');
  }
  return null;
}
