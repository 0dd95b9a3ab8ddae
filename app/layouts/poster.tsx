// The frame of sign-in pages: a poster next to the form, without header and footer.
import { Link, Outlet } from 'react-router';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import type { PageHandle } from './public.tsx';
import '#app/features/account/auth.css';

export const handle: PageHandle = { isBare: true };

export default function PosterLayout() {
  const { siteName } = useRootData();
  return (
    <div className="auth">
      <div className="auth-art" data-theme="light">
        <CoverArt subject="site-auth" shape="poster" sizes="(width < 56.25rem) 100vw, 50vw" isFirst />
        <p className="display">Rise a little every day.</p>
      </div>
      <div className="auth-side">
        <div className="auth-top">
          <Link to="/">
            <Wordmark name={siteName} />
          </Link>
          <Link className="link meta" to="/">
            Back to the site
          </Link>
        </div>
        <Outlet />
      </div>
    </div>
  );
}
