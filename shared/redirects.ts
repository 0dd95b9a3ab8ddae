// The old addresses of spec §2 and where each leads now.

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

/** The path an old path leads to; null when it is not an old one. The id passes through untouched. */
export function redirectedPath(pathname: string): string | null {
  for (const { pattern, to } of RULES) {
    const match = pattern.exec(pathname);
    if (match) return to.replace(/\{\w+\}/, () => match[1] ?? '');
  }
  return null;
}
