// The token in a link we emailed.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Null when the URL has none. Removes it from the address bar and the history, so that it doesn't end up in a bookmark,
 * on a shared screen or in the next page's referrer.
 */
export function useMailedToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => {
    const address = new URL(location.href);
    address.searchParams.delete('token');
    history.replaceState(history.state, '', address);
  }, []);
  return token;
}
