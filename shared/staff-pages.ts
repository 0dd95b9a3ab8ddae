// Who may open which staff page. A page opens for those who may call what it loads, so the permission comes from the
// contract of that call. The frame refuses by this table, and menus, tabs and links leave out what it refuses.
import type { Further } from './contract.ts';
import { listApplications } from './features/application/application.contract.ts';
import { listStaffGifts } from './features/billing/gift.contract.ts';
import { getMember, getMembershipStats, listMembers } from './features/billing/staff-member.contract.ts';
import { listStaffBookings } from './features/booking/booking.contract.ts';
import { getStaffBundle, listStaffBundles } from './features/bundle/bundle.contract.ts';
import { listStaffCategories } from './features/category/category.contract.ts';
import { listCoupons } from './features/coupon/coupon-management.contract.ts';
import { listStaffCourses } from './features/course-editor/staff-courses.contract.ts';
import { listCreditReviews } from './features/credit/credit.contract.ts';
import {
  getOfficerDashboard,
  getSiteSetup,
  getStaffDashboard,
} from './features/dashboard/dashboard.contract.ts';
import { listGrants } from './features/entitlement/grant.contract.ts';
import { listStaffHelpArticles } from './features/help/help.contract.ts';
import { listStaffInstructors } from './features/instructor/instructor.contract.ts';
import { getLedgerBalances, getRevenue, listLedger } from './features/ledger/ledger.contract.ts';
import { listMessageReports } from './features/message/message-staff.contract.ts';
import { listReviewQueue, listStaffResources } from './features/moderation/moderation.contract.ts';
import { listNotices } from './features/moderation/rights-notice.contract.ts';
import { getStaffOrder, listStaffOrders } from './features/order/staff-order.contract.ts';
import { listPaymentProblems } from './features/payment-problem/payment-problem.contract.ts';
import {
  listPayoutRuns,
  listSellersOnHold,
  listStaffPayouts,
} from './features/payout/payout-staff.contract.ts';
import { getStaffPlan, listLibraryItems, listStaffPlans } from './features/plan/staff-plan.contract.ts';
import { listRefundRequests } from './features/refund/refund.contract.ts';
import { listStaffSellers } from './features/seller/seller-staff.contract.ts';
import { getDeployment, listAudit, listMails } from './features/site/site.contract.ts';
import { listStaffStyles } from './features/style/style.contract.ts';
import {
  getSupportRequest,
  listSavedReplies,
  listSupportRequests,
} from './features/support/support-staff.contract.ts';
import { getStaffUser, listRoles, listUsers } from './features/user-admin/user-admin.contract.ts';
import { type MenuEntry, staffMenu, usableEntries } from './navigation.ts';
import { hasPermission, type Permission, type Role, ROLES } from './roles.ts';
import { COURSE_CATEGORIES, EVERY_COURSE } from './staff-access.ts';

type Guarded = { method: string; path: string; access: { permission: Permission } };

export type StaffPage = {
  /** What it loads when it opens. */
  calls: readonly Guarded[];
  permissions: readonly Permission[];
};

const opensWith = (...calls: Guarded[]): StaffPage => ({
  calls,
  permissions: [...new Set(calls.map(({ access }) => access.permission))],
});

/** For what a call opens beyond its `access`, and for pages that load nothing. */
const alsoNeeds = (further: readonly Pick<Further, 'permission'>[], ...calls: Guarded[]): StaffPage => ({
  calls,
  permissions: [...opensWith(...calls).permissions, ...further.map(({ permission }) => permission)],
});

const dashboard = opensWith(getStaffDashboard, getSiteSetup, getRevenue);
const officerDashboard = opensWith(getOfficerDashboard);
const resourceCategories = opensWith(listStaffCategories);

/** Every page below the admin guard, by its name in `site-pages.ts`. */
export const STAFF_PAGES: Readonly<Record<string, StaffPage>> = {
  '/admin': dashboard,
  '/admin/dashboard': dashboard,
  '/admin/users': opensWith(listUsers),
  '/admin/users/{id}': opensWith(getStaffUser),
  '/admin/roles': opensWith(listRoles),
  '/admin/applications': opensWith(listApplications),
  '/admin/resources': opensWith(listStaffResources),
  '/admin/curriculum': opensWith(listReviewQueue),
  '/admin/rights-notices': opensWith(listNotices),
  '/admin/curriculum-officer': officerDashboard,
  '/curriculum-officer-dashboard': officerDashboard,
  '/admin/resource-categories': resourceCategories,
  '/admin/curriculum-categories': resourceCategories,
  '/admin/course-categories': alsoNeeds(COURSE_CATEGORIES, listStaffCategories),
  '/admin/courses': opensWith(listStaffCourses),
  '/admin/course-creator': alsoNeeds(EVERY_COURSE),
  '/admin/certificates': alsoNeeds(EVERY_COURSE),
  '/admin/credit-hours': opensWith(listCreditReviews),
  '/admin/dance-styles': opensWith(listStaffStyles),
  '/admin/instructors': opensWith(listStaffInstructors),
  '/admin/bookings': opensWith(listStaffBookings),
  '/admin/sellers': opensWith(listStaffSellers),
  '/admin/bundles': opensWith(listStaffBundles),
  '/admin/bundles/{id}': opensWith(getStaffBundle),
  '/admin/payments': opensWith(listPaymentProblems),
  '/admin/payouts': opensWith(listStaffPayouts, listPayoutRuns, listSellersOnHold),
  '/admin/orders': opensWith(listStaffOrders),
  '/admin/orders/{id}': opensWith(getStaffOrder),
  '/admin/grants': opensWith(listGrants),
  '/admin/refunds': opensWith(listRefundRequests),
  '/admin/ledger': opensWith(listLedger, getLedgerBalances),
  '/admin/revenue': opensWith(getRevenue),
  '/admin/subscription-plans': opensWith(listStaffPlans),
  '/admin/subscription-plans/members': opensWith(listMembers),
  '/admin/subscription-plans/members/{id}': opensWith(getMember),
  '/admin/subscription-plans/figures': opensWith(getMembershipStats),
  '/admin/subscription-plans/library': opensWith(listLibraryItems),
  '/admin/subscription-plans/gifts': opensWith(listStaffGifts),
  '/admin/subscription-plans/{id}': opensWith(getStaffPlan),
  '/admin/coupons': opensWith(listCoupons),
  '/admin/messages': opensWith(listSupportRequests),
  '/admin/messages/reports': opensWith(listMessageReports),
  '/admin/messages/replies': opensWith(listSavedReplies),
  '/admin/messages/{id}': opensWith(getSupportRequest),
  '/admin/help': opensWith(listStaffHelpArticles),
  // The curriculum's settings; the site's show for those who may also edit them.
  '/admin/settings': alsoNeeds([{ permission: 'styles.manage' }]),
  '/admin/deployment': opensWith(getDeployment),
  '/admin/mail': opensWith(listMails),
  '/admin/audit': opensWith(listAudit),
  '/admin/documentation': alsoNeeds([{ permission: 'handbook.read' }]),
};

function pageAt(address: string): StaffPage | undefined {
  const [pathname = ''] = address.split(/[?#]/, 1);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return STAFF_PAGES[path] ?? STAFF_PAGES[path.replace(/\/[^/]+$/, '/{id}')];
}

/** Which of the permissions this staff page requires these roles lack. */
export function missingPermissions(roles: readonly Role[], address: string): Permission[] {
  return pageAt(address)?.permissions.filter((permission) => !hasPermission(roles, permission)) ?? [];
}

export function mayOpen(roles: readonly Role[], address: string): boolean {
  return missingPermissions(roles, address).length === 0;
}

/** The roles that open this staff page by themselves. */
export function rolesThatOpen(address: string): Role[] {
  return ROLES.filter((role) => mayOpen([role], address));
}

/** The sidebar's entries for these roles. */
export function staffEntries(roles: readonly Role[]): MenuEntry[] {
  return usableEntries(staffMenu(roles), roles).filter(({ to }) => mayOpen(roles, to));
}

/** Where /admin leads: the first page of the sidebar. */
export function staffHome(roles: readonly Role[]): string {
  return staffEntries(roles)[0]?.to ?? '/';
}
