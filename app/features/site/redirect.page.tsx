// Answers for every old address: 301 from the server, and the same turn inside the browser.
import { redirect } from 'react-router';
import { redirectedPath } from '#shared/redirects.ts';

function turn({ request }: { request: Request }): never {
  const url = new URL(request.url);
  throw redirect((redirectedPath(url.pathname) ?? '/') + url.search, 301);
}

export const loader = turn;
export const clientLoader = turn;

export default function Redirect(): null {
  return null;
}
