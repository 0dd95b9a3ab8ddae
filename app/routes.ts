// Every URL of the site, on one sheet.
import { index, layout, route } from '@react-router/dev/routes';
import type { RouteConfig } from '@react-router/dev/routes';

const redirect = (path: string) => route(path, 'features/site/redirect.page.tsx', { id: `redirect:${path}` });

export default [
  layout('layouts/public.tsx', { id: 'public' }, [
    index('features/site/home.page.tsx'),
    route('about', 'features/site/about.page.tsx'),
    route('auth', 'features/account/auth.page.tsx'),
    route('debug', 'features/site/debug.page.tsx'),
    route('debug/ui', 'features/site/debug-ui.page.tsx'),
    route('*', 'features/site/not-found.page.tsx'),
  ]),
  layout('layouts/signed-in.tsx', { id: 'signed-in' }, [
    route('profile-image-debug', 'features/account/profile-image-debug.page.tsx'),
  ]),
  redirect('course/:id'),
  redirect('resources'),
  redirect('resources/:resourceId'),
  redirect('resources/:id/edit'),
  redirect('pricing'),
] satisfies RouteConfig;
