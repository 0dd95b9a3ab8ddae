// Any address that is no page of ours: status 404 inside the usual frame.
import { data, type MetaArgs } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { NotFound } from './not-found.tsx';

export const loader = () => data(null, { status: 404 });

/** In the browser there is no status to send, so no reason to ask the server. */
export const clientLoader = () => null;

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Page not found',
    description: 'There is nothing at this address.',
    path: '/',
    isHidden: true,
  });
}

export default function NotFoundPage() {
  return <NotFound />;
}
