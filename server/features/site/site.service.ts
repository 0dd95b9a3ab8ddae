// What the site says about itself, and the errors browsers report to it.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '#server/context.ts';
import { TAGLINE } from '#shared/features/site/site.rules.ts';
import { findLeastDiscounts } from '#server/features/plan/plan.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { insertClientError } from './site.queries.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export type VersionInfo = { version: string; buildDate: string; environment: string; features: string[] };

/** Read once at startup: a running process doesn't change its version. */
export function getVersion(environment: string, features: string[]): VersionInfo {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return { version: manifest.version, buildDate: buildDate().toISOString(), environment, features };
}

/** When the pages were built; in development, when this process started. */
function buildDate(): Date {
  try {
    return statSync(path.join(ROOT, 'build/server/index.js')).mtime;
  } catch {
    return new Date();
  }
}

export async function getSite(ctx: AppContext) {
  const [settings, memberDiscounts] = [await getSettings(ctx), await findLeastDiscounts(ctx.db)];
  return { ...settings, tagline: TAGLINE, memberDiscounts };
}

/** Returns a reference short enough to be read out over the phone. */
export async function reportClientError(
  ctx: AppContext,
  report: { message: string; path: string; stack?: string | undefined },
): Promise<{ reference: string }> {
  const reference = randomBytes(4)
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{4})/, '$1-');
  await insertClientError(ctx.db, { ...report, reference, createdAt: ctx.clock.now() });
  ctx.log.warn({ reference, page: report.path }, 'a page broke in a browser');
  return { reference };
}

/** Shown by phones that have the site on their home screen. The colors are paper and plum of the light theme. */
export async function webManifest(ctx: AppContext) {
  const { siteName } = await getSettings(ctx);
  const icon = (size: number, purpose: string, name = `icon-${size}`) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name: siteName,
    short_name: siteName,
    description: TAGLINE,
    start_url: '/',
    display: 'standalone',
    background_color: '#FBF6EE',
    theme_color: '#6A1B50',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable', 'icon-maskable-512')],
  };
}

export function robotsTxt(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /debug\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
