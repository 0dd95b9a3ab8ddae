// Any unknown URL: status 404 inside the public frame.
import { data, type MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { NotFound } from './error-page.tsx';

export const loader = () => data(null, { status: 404 });

/** A navigation in the browser has no status, so there is nothing to ask the server. */
export const clientLoader = () => null;

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Page not found',
    description: 'This page doesn’t exist.',
    path: '/',
    isHidden: true,
  });
}

export default function NotFoundPage() {
  return <NotFound />;
}
