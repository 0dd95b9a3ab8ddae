// The secret of a link we mailed.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Null when the address holds none. Once read it is taken out of the address bar and the history: neither a bookmark,
 * a shared screen nor the next page's referrer shall hold it.
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
