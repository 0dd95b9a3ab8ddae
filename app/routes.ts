// Every URL of the site, on one sheet.
import { index, layout, route } from '@react-router/dev/routes';
import type { RouteConfig } from '@react-router/dev/routes';

/** A second name for a page that is already listed. */
const also = (path: string, file: string) => route(path, file, { id: path });
const redirect = (path: string) => route(path, 'features/site/redirect.page.tsx', { id: `redirect:${path}` });

export default [
  layout('layouts/public.tsx', { id: 'public' }, [
    index('features/site/home.page.tsx'),
    route('about', 'features/site/about.page.tsx'),
    layout('layouts/poster.tsx', [
      route('auth', 'features/account/auth.page.tsx'),
      also('register', 'features/account/auth.page.tsx'),
      route('forgot-password', 'features/account/forgot-password.page.tsx'),
      route('reset-password', 'features/account/reset-password.page.tsx'),
      route('verify-email', 'features/account/verify-email.page.tsx'),
    ]),
    route('registration/success', 'features/account/registration-success.page.tsx'),
    route('profile/:userId', 'features/account/public-profile.page.tsx'),
    route('dashboard', 'features/dashboard/role-redirect.page.tsx'),
    also('my-dashboard', 'features/dashboard/role-redirect.page.tsx'),
    route('curriculum', 'features/resource/curriculum.page.tsx'),
    route('curriculum/:resourceId', 'features/resource/resource.page.tsx'),
    route('courses', 'features/course/courses.page.tsx'),
    route('courses/:id', 'features/course/course.page.tsx'),
    route('sellers/:sellerId', 'features/seller/seller.page.tsx'),
    also('seller-store/:sellerId', 'features/seller/seller.page.tsx'),
    route('debug', 'features/site/debug.page.tsx'),
    route('debug/ui', 'features/site/debug-ui.page.tsx'),
    route('*', 'features/site/not-found.page.tsx'),
  ]),
  layout('layouts/signed-in.tsx', { id: 'signed-in' }, [
    route('dashboard/user', 'features/dashboard/user-dashboard.page.tsx'),
    route('multi-dashboard', 'features/dashboard/multi-dashboard.page.tsx'),
    route('wishlist', 'features/wishlist/wishlist.page.tsx'),
    route('profile', 'features/account/profile.page.tsx'),
    route('profile/edit', 'features/account/profile-edit.page.tsx'),
    route('profile/security', 'features/account/security.page.tsx'),
    route('profile/data', 'features/account/account-data.page.tsx'),
    route('profile-image-debug', 'features/account/profile-image-debug.page.tsx'),
  ]),
  layout('layouts/admin.tsx', { id: 'admin' }, [
    route('admin', 'features/dashboard/staff-dashboard.page.tsx'),
    also('admin/dashboard', 'features/dashboard/staff-dashboard.page.tsx'),
    route('admin/users', 'features/account/people.page.tsx'),
    route('admin/users/:id', 'features/account/person.page.tsx'),
    route('admin/roles', 'features/account/roles.page.tsx'),
    route('admin/applications', 'features/account/applications.page.tsx'),
    route('admin/settings', 'features/site/settings.page.tsx'),
    route('admin/deployment', 'features/site/deployment.page.tsx'),
    route('admin/mail', 'features/site/mail.page.tsx'),
    route('admin/audit', 'features/site/audit.page.tsx'),
    route('admin/documentation', 'features/site/handbook.page.tsx'),
  ]),
  redirect('course/:id'),
  redirect('resources'),
  redirect('resources/:resourceId'),
  redirect('resources/:id/edit'),
  redirect('pricing'),
] satisfies RouteConfig;
