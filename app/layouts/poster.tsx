// The frame of sign-in pages: a poster next to the form.
import { Outlet } from 'react-router';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import '#app/features/account/auth.css';

export default function PosterLayout() {
  return (
    <div className="auth">
      <div className="auth-art" data-theme="light">
        <CoverArt subject="site-auth" shape="poster" sizes="(width < 56.25rem) 100vw, 50vw" isFirst />
        <p className="display">Rise a little every day.</p>
      </div>
      <div className="auth-side">
        <Outlet />
      </div>
    </div>
  );
}
