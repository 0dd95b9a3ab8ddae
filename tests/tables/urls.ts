// Every URL of the specification: who may see it, and the page it reaches. `null` means not yet built: the page comes
// with a later part of the product, and until then the URL must show the not-found page.

export type UrlEntry = { url: string; seenBy: 'everyone' | 'signed-in' | 'admin'; page: string | null };

const everyone = (url: string, page: string | null = null): UrlEntry => ({ url, seenBy: 'everyone', page });
const signedIn = (url: string, page: string | null = null): UrlEntry => ({ url, seenBy: 'signed-in', page });
const admin = (url: string, page: string | null = null): UrlEntry => ({ url, seenBy: 'admin', page });

export const PAGE_URLS: readonly UrlEntry[] = [
  everyone('/', 'features/site/home.page.tsx'),
  everyone('/about', 'features/site/about.page.tsx'),
  everyone('/auth', 'features/account/auth.page.tsx'),
  everyone('/register', 'features/account/auth.page.tsx'),
  everyone('/registration/success', 'features/account/registration-success.page.tsx'),
  everyone('/courses', 'features/course/courses.page.tsx'),
  everyone('/courses/{id}', 'features/course/course.page.tsx'),
  everyone('/direct-enroll/{id}', 'features/order/direct-enroll.page.tsx'),
  everyone('/connect', 'features/connect/connect.page.tsx'),
  everyone('/connect-updated', 'features/connect/connect.page.tsx'),
  everyone('/connect-old', 'features/connect/connect.page.tsx'),
  everyone('/instructors/{instructorId}', 'features/connect/instructor.page.tsx'),
  everyone('/curriculum', 'features/catalogue/curriculum.page.tsx'),
  everyone('/curriculum/{resourceId}', 'features/resource/resource.page.tsx'),
  everyone('/sellers/{sellerId}', 'features/seller/seller.page.tsx'),
  everyone('/seller-store/{sellerId}', 'features/seller/seller.page.tsx'),
  everyone('/subscription', 'features/billing/plans.page.tsx'),
  everyone('/subscription/success', 'features/billing/subscription-success.page.tsx'),
  everyone('/cart', 'features/cart/cart.page.tsx'),
  everyone('/guest-cart', 'features/cart/cart.page.tsx'),
  everyone('/direct-checkout', 'features/checkout/direct-checkout.page.tsx'),
  everyone('/checkout/stripe', 'features/order/checkout-stripe.page.tsx'),
  everyone('/simple-checkout', 'features/checkout/simple-checkout.page.tsx'),
  everyone('/payment-success', 'features/order/payment-success.page.tsx'),
  everyone('/course-enrollment-success', 'features/order/course-success.page.tsx'),
  everyone('/profile/{userId}', 'features/profile/public-profile.page.tsx'),
  everyone('/my-dashboard', 'features/dashboard/role-redirect.page.tsx'),
  everyone('/dashboard', 'features/dashboard/role-redirect.page.tsx'),
  everyone('/test-guest-cart', 'features/cart/test-guest-cart.page.tsx'),
  everyone('/debug-cart', 'features/cart/debug-cart.page.tsx'),
  everyone('/debug', 'features/site/debug.page.tsx'),
  signedIn('/courses/{courseId}/modules/{moduleId}', 'features/learning/classroom.page.tsx'),
  signedIn(
    '/courses/{courseId}/modules/{moduleId}/lessons/{lessonId}',
    'features/learning/classroom.page.tsx',
  ),
  signedIn('/courses/{courseId}/lessons/{lessonId}', 'features/learning/classroom.page.tsx'),
  signedIn('/courses/{courseId}/learning', 'features/learning/classroom.page.tsx'),
  signedIn('/courses/{courseId}/modules/{moduleId}/quizzes/{quizId}', 'features/quiz/quiz.page.tsx'),
  signedIn('/quizzes/{id}/results', 'features/quiz/quiz-results.page.tsx'),
  signedIn('/my-certifications', 'features/certificate/certificates.page.tsx'),
  signedIn('/certificates', 'features/certificate/certificates.page.tsx'),
  signedIn('/certificates/{certificateId}', 'features/certificate/certificate.page.tsx'),
  signedIn('/my-courses', 'features/learning/my-courses.page.tsx'),
  signedIn('/certificate-templates', 'features/certificate-template/certificate-templates.page.tsx'),
  signedIn('/connect/book/{instructorId}', 'features/connect/book.page.tsx'),
  signedIn('/instructors/{instructorId}/book', 'features/connect/book.page.tsx'),
  signedIn('/connect/profile', 'features/instructor/connect-profile.page.tsx'),
  signedIn('/my-bookings', 'features/booking/my-bookings.page.tsx'),
  signedIn('/my-store', 'features/seller/seller-dashboard.page.tsx'),
  signedIn('/my-resources', 'features/authoring/own-resources.page.tsx'),
  signedIn('/seller', 'features/seller/seller-dashboard.page.tsx'),
  signedIn('/seller-dashboard', 'features/seller/seller-dashboard.page.tsx'),
  signedIn('/seller/resources', 'features/authoring/own-resources.page.tsx'),
  signedIn('/seller/resources/add', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/seller/resources/create', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/seller/upload-resource', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/curriculum/upload', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/upload-resource', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/simple-upload', 'features/authoring/resource-upload.page.tsx'),
  signedIn('/multi-upload', 'features/authoring/multi-upload.page.tsx'),
  signedIn('/multi-upload-resource', 'features/authoring/multi-upload.page.tsx'),
  signedIn('/curriculum/{id}/edit', 'features/authoring/resource-edit.page.tsx'),
  signedIn('/checkout', 'features/checkout/checkout.page.tsx'),
  signedIn('/my-purchases', 'features/order/my-purchases.page.tsx'),
  signedIn('/multi-dashboard', 'features/dashboard/multi-dashboard.page.tsx'),
  signedIn('/dashboard/user', 'features/dashboard/user-dashboard.page.tsx'),
  signedIn('/seller/payments', 'features/payout/payments.page.tsx'),
  signedIn('/profile', 'features/profile/profile.page.tsx'),
  signedIn('/profile/edit', 'features/profile/profile-edit.page.tsx'),
  signedIn('/profile-image-debug', 'features/profile/profile-image-debug.page.tsx'),
  signedIn('/instructor/dashboard', 'features/teaching/instructor-dashboard.page.tsx'),
  signedIn('/instructor/courses/create', 'features/course-editor/course-create.page.tsx'),
  signedIn('/instructor/courses/{id}', 'features/course-editor/course-edit.page.tsx'),
  signedIn('/instructor/students', 'features/teaching/students.page.tsx'),
  signedIn('/instructor/students/add', 'features/teaching/add-students.page.tsx'),
  signedIn('/instructor/quizzes', 'features/quiz/taught-quizzes.page.tsx'),
  signedIn('/instructor/certificates', 'features/certificate/issued-certificates.page.tsx'),
  signedIn('/instructor/certificates/issue', 'features/certificate/issue-certificates.page.tsx'),
  admin('/admin', 'features/dashboard/staff-dashboard.page.tsx'),
  admin('/admin/dashboard', 'features/dashboard/staff-dashboard.page.tsx'),
  admin('/admin/users', 'features/user-admin/users.page.tsx'),
  admin('/admin/users/{id}', 'features/user-admin/user.page.tsx'),
  admin('/admin/roles', 'features/user-admin/roles.page.tsx'),
  admin('/admin/courses', 'features/course-editor/staff-courses.page.tsx'),
  admin('/admin/course-categories', 'features/category/categories.page.tsx'),
  admin('/admin/certificates', 'features/certificate/issued-certificates.page.tsx'),
  admin('/admin/resources', 'features/moderation/staff-resources.page.tsx'),
  admin('/admin/curriculum', 'features/moderation/review-queue.page.tsx'),
  admin('/admin/resource-categories', 'features/category/categories.page.tsx'),
  admin('/admin/curriculum-categories', 'features/category/categories.page.tsx'),
  admin('/admin/instructors', 'features/instructor/staff-instructors.page.tsx'),
  admin('/admin/bookings', 'features/booking/staff-bookings.page.tsx'),
  admin('/admin/dance-styles', 'features/style/styles.page.tsx'),
  admin('/admin/subscription-plans', 'features/plan/staff-plans.page.tsx'),
  admin('/admin/coupons', 'features/coupon/coupon-management.page.tsx'),
  admin('/admin/messages', 'features/support/support-inbox.page.tsx'),
  admin('/admin/settings', 'features/site/settings.page.tsx'),
  admin('/admin/sellers', 'features/seller/sellers.page.tsx'),
  admin('/admin/deployment', 'features/site/deployment.page.tsx'),
  admin('/admin/documentation', 'features/site/handbook.page.tsx'),
  admin('/admin/course-creator', 'features/course-editor/course-edit.page.tsx'),
  admin('/admin/curriculum-officer', 'features/dashboard/officer-dashboard.page.tsx'),
  admin('/curriculum-officer-dashboard', 'features/dashboard/officer-dashboard.page.tsx'),
];

/** Old URLs and where they redirect. */
export const REDIRECT_URLS: readonly { url: string; to: string }[] = [
  { url: '/course/{id}', to: '/courses/{id}' },
  { url: '/resources', to: '/curriculum' },
  { url: '/resources/{resourceId}', to: '/curriculum/{resourceId}' },
  { url: '/resources/{id}/edit', to: '/curriculum/{id}/edit' },
  { url: '/pricing', to: '/subscription' },
];

/** `/courses/{id}` as someone would open it. */
/** With ids that exist in the demo school; its third user is a seller and created the first bundle. */
export function sampleUrl(url: string): string {
  return url
    .replace('/admin/bundles/{id}', '/admin/bundles/3')
    .replace('/bundles/{id}', '/bundles/1')
    .replaceAll('{sellerId}', '3')
    .replaceAll('{instructorId}', '4')
    .replaceAll(/\{\w+\}/g, '7');
}
