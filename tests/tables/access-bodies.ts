// A body that every endpoint which takes one accepts, for the access table.
import { randomUUID } from 'node:crypto';
import type { Contract } from '#shared/contract.ts';
import { DEFAULT_PRACTICE } from '#shared/features/learning/practice.rules.ts';
import { nameOf } from '../server/all-contracts.ts';
import { formData } from '../server/upload-tools.ts';
import { PASSWORD, picture } from './access-samples.ts';
import type { Caller } from './sample-types.ts';
import { SEAT_EMAIL } from './seat-samples.ts';

const reason = 'Because the test says so';

const coupon = () => ({
  code: `A${randomUUID().slice(0, 12)}`,
  kind: 'percent',
  percent: 20,
  amount: null,
  kinds: [],
  items: [],
  sellers: [],
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxPerPerson: null,
  minimum: '0',
  isFirstOrderOnly: false,
  note: '',
});
const bundle = {
  title: 'A first year',
  price: '18.00',
  items: [
    { itemType: 'resource', itemId: 2_000_000_000 },
    { itemType: 'course', itemId: 2_000_000_000 },
  ],
};

const BODIES: Record<string, (caller: Caller | null) => unknown> = {
  'POST /api/login': () => ({ username: randomUUID(), password: 'wrong' }),
  'POST /api/login/link': () => ({ username: randomUUID() }),
  'POST /api/login/link/open': () => ({ token: 'none' }),
  'POST /api/register': () => ({
    firstName: 'New',
    lastName: 'Comer',
    username: `n-${randomUUID().slice(0, 18)}`,
    email: `${randomUUID()}@releve.example`,
    password: PASSWORD,
  }),
  'PUT /api/attempts/:id/answers/:questionId': () => ({ answer: { text: 'So that they see it.' } }),
  'PUT /api/attempts/:id/answers/:questionId/grade': () => ({ points: 1 }),
  'PUT /api/instructor/questions/:id/tags': () => ({ tags: ['safety'] }),
  'PUT /api/instructor/quizzes/:id/allowances': () => ({
    learner: 'nobody-here',
    extraMinutes: 10,
    extraAttempts: 0,
  }),
  'POST /api/enrollments': () => ({ courseId: 2_000_000_000 }),
  'POST /api/lessons/:id/notes': () => ({ text: 'Knees over toes', atSecond: 12 }),
  'PATCH /api/notes/:id': () => ({ text: 'Knees over second toe' }),
  'PUT /api/lessons/:id/practice': () => DEFAULT_PRACTICE,
  'PUT /api/lessons/:id/progress': () => ({ position: 12 }),
  'POST /api/client-errors': () => ({ message: 'x', path: '/' }),
  'POST /api/account/verify-email': () => ({ token: 'none' }),
  'PUT /api/account/cart-reminders': () => ({ isWanted: false }),
  'POST /api/cart-reminders/off': () => ({ key: randomUUID() }),
  'POST /api/account/email': () => ({ email: `${randomUUID()}@releve.example`, password: PASSWORD }),
  'POST /api/account/forgot-password': () => ({ email: 'nobody@releve.example' }),
  'POST /api/account/reset-password': () => ({ token: 'none', password: PASSWORD }),
  'POST /api/account/password': () => ({ currentPassword: PASSWORD, newPassword: 'another-marley-floor' }),
  'POST /api/account/two-factor/start': () => ({ password: PASSWORD }),
  'POST /api/account/two-factor/confirm': () => ({ code: '000000' }),
  'POST /api/account/two-factor/recovery-codes': () => ({ password: PASSWORD }),
  'POST /api/account/two-factor/off': () => ({ password: PASSWORD, code: '000000' }),
  'PATCH /api/profile': () => ({ firstName: 'A', lastName: 'B', bio: '', danceStyles: [], links: [] }),
  'POST /api/applications': () => ({ kind: 'teach', note: '' }),
  'DELETE /api/account': () => ({ password: PASSWORD }),
  'PUT /api/admin/users/:id/roles': () => ({ roles: ['student'], primary: 'student' }),
  'POST /api/admin/users/:id/suspend': () => ({ reason }),
  'POST /api/admin/users/:id/two-factor/off': () => ({ reason }),
  'POST /api/admin/users/bulk': () => ({ ids: [2_000_000_000], action: 'end-sessions' }),
  'POST /api/admin/applications/:id/decline': () => ({ reason }),
  'POST /api/rights-notices/:id/dismiss': () => ({ reason }),
  'POST /api/rights-notices/:id/uphold': () => ({ reason }),
  'POST /api/rights-notices/:id/put-back': () => ({ reason }),
  'POST /api/rights-notices/:id/keep-down': () => ({ reason }),
  'POST /api/my/notices/:id/counter': () => ({ body: 'I drew it myself in 2019.', isGoodFaith: true }),
  'POST /api/admin/sellers/:id/suspend': () => ({ reason }),
  'POST /api/admin/sellers/:id/notes': () => ({ body: 'Answers within a day.' }),
  'POST /api/resources': () => ({ title: 'Ten warm-ups' }),
  'PATCH /api/resources/:id': () => ({ revision: 0, title: 'Ten warm-ups' }),
  'POST /api/resources/:id/files': () => ({ uploadId: 'none' }),
  'PATCH /api/resources/:id/files/:fileId': () => ({ label: 'Ten pages' }),
  'PUT /api/resources/:id/cover': () => ({ uploadId: null }),
  'POST /api/resources/:id/changes/publish': () => ({ revision: 0, note: 'A page on cold halls.' }),
  'POST /api/resources/:id/changes/restore': () => ({ revision: 0 }),
  'DELETE /api/resources/:id/changes': () => ({ revision: 0 }),
  'POST /api/my/bundles': () => bundle,
  'PUT /api/my/bundles/:id': () => ({ ...bundle, revision: 0 }),
  'POST /api/admin/bundles': () => bundle,
  'PUT /api/admin/bundles/:id': () => ({ ...bundle, revision: 0 }),
  'POST /api/orders/:id/refund-requests': () => ({ reason }),
  'POST /api/refund-requests/:id/withdraw': () => ({}),
  'POST /api/seller/refund-requests/:id/decide': () => ({ decision: 'decline' }),
  'POST /api/admin/refund-requests/:id/decide': () => ({ decision: 'decline' }),
  'POST /api/admin/orders/:id/refunds': () => ({ kind: 'whole', reason }),
  'POST /api/admin/orders/:id/sandbox-dispute': () => ({ state: 'open' }),
  'POST /api/admin/grants': () => ({
    userId: 2_000_000_000,
    item: { itemType: 'resource', itemId: 2_000_000_000 },
    reason,
  }),
  'POST /api/admin/grants/:id/revoke': () => ({ reason }),
  'POST /api/admin/payments/set-aside/:id/resolve': () => ({ resolution: reason }),
  'POST /api/my/resources/bulk': () => ({ ids: [2_000_000_000], action: 'archive' }),
  'POST /api/descriptions/preview': () => ({ text: 'Ten *short* warm-ups.' }),
  'POST /api/resources/:id/report': () => ({ reason: 'unsafe', body: 'Page two tells them to bounce.' }),
  'POST /api/moderation/resources/:id/decision': () => ({ action: 'reject', reason }),
  'POST /api/moderation/resources/bulk': () => ({ ids: [2_000_000_000], action: 'approve' }),
  'PATCH /api/my/store': () => ({
    name: 'Barre',
    slug: `s-${randomUUID().slice(0, 18)}`,
    tagline: '',
    about: '',
    policies: '',
    vacationNote: '',
  }),
  'POST /api/checkout': () => ({}),
  'POST /api/checkout/confirm': () => ({ orderId: 2_000_000_000 }),
  'POST /api/checkout/pay': () => ({
    orderId: 2_000_000_000,
    card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
  }),
  'POST /api/checkout/cancel': () => ({ orderId: 2_000_000_000 }),
  'POST /api/simple-checkout': () => ({
    email: 'ann@example.com',
    name: 'Ann',
    zip: '10001',
    items: [{ itemType: 'resource', itemId: 2_000_000_000 }],
    card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
  }),
  'POST /api/licences/:id/seats': () => ({ email: 'mara@example.com' }),
  'POST /api/seats/:id/revoke': () => ({ email: SEAT_EMAIL }),
  'POST /api/seats/:id/reassign': () => ({ from: SEAT_EMAIL, email: 'mara@example.com' }),
  'POST /api/admin/sellers/:id/payout-hold': () => ({ reason }),
  'PUT /api/admin/sellers/:id/fee': () => ({ percent: '12.5' }),
  'POST /api/stripe-connect/test-bank': () => ({ isComplete: true }),
  'POST /api/orders/links': () => ({ email: 'ann@example.com' }),
  'POST /api/sandbox/confirm': () => ({ clientSecret: 'pi_nobodys_secret_none', answer: 'approve' }),
  'POST /api/cart': () => ({ itemType: 'resource', itemId: 2_000_000_000 }),
  'PATCH /api/cart/:id': () => ({ quantity: 2 }),
  'PUT /api/cart/:id': () => ({ quantity: 2 }),
  'POST /api/cart/refresh': () => ({ items: [] }),
  'POST /api/admin/coupons': coupon,
  'PUT /api/admin/coupons/:id': coupon,
  'POST /api/admin/coupons/:id/switch': () => ({ isActive: false }),
  'POST /api/seller/coupons': coupon,
  'PUT /api/seller/coupons/:id': coupon,
  'POST /api/seller/coupons/:id/switch': () => ({ isActive: false }),
  'POST /api/checkout/sums': () => ({ zip: '10001' }),
  'POST /api/cart/coupon': () => ({ code: 'NO-SUCH-CODE' }),
  'POST /api/cart/merge': () => ({
    key: randomUUID(),
    items: [{ itemType: 'resource', itemId: 2_000_000_000 }],
  }),
  'PUT /api/my/store/banner': () => ({ uploadId: null }),
  'POST /api/resources/:id/reviews': () => ({ stars: 4, body: '' }),
  'POST /api/curriculum/:id/reviews': () => ({ stars: 4, body: '' }),
  'POST /api/courses/:id/reviews': () => ({ stars: 4, body: '' }),
  'POST /api/courses': () => ({ title: 'Teaching adagio' }),
  'PATCH /api/courses/:id/draft/settings': () => ({ revision: 0, tagline: 'Slowly' }),
  'POST /api/courses/:id/draft/items': () => ({ items: [{ type: 'module', title: 'Balance' }] }),
  'PATCH /api/courses/:id/draft/items/:type/:itemId': () => ({ revision: 0, changes: { title: 'Balance' } }),
  'POST /api/courses/:id/draft/items/:type/:itemId/move': () => ({ position: 0 }),
  'POST /api/courses/:id/draft/items/:type/:itemId/restore': () => ({ position: 0 }),
  'DELETE /api/courses/:id/draft': () => ({ revision: 0 }),
  'POST /api/courses/:id/publish': () => ({ revision: 0 }),
  'POST /api/courses/:id/files': () => ({ uploadId: 'none' }),
  'PUT /api/admin/courses/:id/featured': () => ({ isFeatured: true }),
  'POST /api/admin/courses/:id/transfer': () => ({ username: 'instructor' }),
  'POST /api/reviews/:id/answer': () => ({ body: 'Thank you.' }),
  'POST /api/admin/dance-styles': () => ({ name: `New ${randomUUID().slice(0, 8)}` }),
  'PATCH /api/admin/dance-styles/:id': () => ({ isRetired: true }),
  'PUT /api/admin/dance-styles/order': () => ({ ids: [2_000_000_000] }),
  'POST /api/admin/categories': () => ({ kind: 'resource', name: 'Warm-ups', parentId: null }),
  'PATCH /api/admin/categories/:id': () => ({ name: 'Cool-downs' }),
  'POST /api/admin/categories/:id/move': () => ({ parentId: null, beforeId: null }),
  'POST /api/admin/categories/:id/merge': () => ({ intoId: 2_000_000_000 }),
  'PATCH /api/admin/settings': () => ({
    siteName: 'Relevé',
    supportEmail: 'hello@releve.example',
    isRegistrationOpen: true,
    isTwoFactorRequired: false,
    platformFeePoints: 1500,
  }),
};

/** What goes into the body; an endpoint that takes one and is not listed here fails the table test. */
export function sampleBody(contract: Contract, caller: Caller | null) {
  if (contract.upload) return { payload: picture, type: 'image/png' };
  if (contract.form) {
    const { payload, headers } = formData([{ name: 'plan.txt', content: Buffer.from('Eight counts.') }]);
    return { payload, type: headers['content-type'] };
  }
  if (!contract.body) return null;
  const make = BODIES[nameOf(contract)];
  if (!make) throw new Error(`access-bodies.ts has no body for ${nameOf(contract)}`);
  return { payload: JSON.stringify(make(caller)), type: 'application/json' };
}
