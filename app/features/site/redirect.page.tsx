// Old URLs: 301 from the server, and the same redirect in the browser.
import { redirect } from 'react-router';
import { redirectedPath } from '#shared/redirects.ts';

function redirectOldUrl({ request }: { request: Request }): never {
  const url = new URL(request.url);
  throw redirect((redirectedPath(url.pathname) ?? '/') + url.search, 301);
}

export const loader = redirectOldUrl;
export const clientLoader = redirectOldUrl;

export default function Redirect(): null {
  return null;
}
