// Where the access table has no success, and why.

/** Who something belongs to may not do this with it. Somebody else may. */
export const OWNERS_REFUSED: Readonly<Record<string, string>> = {
  'DELETE /api/admin/sellers/:id/notes/:noteId': 'nobody works on their own store',
  'POST /api/admin/sellers/:id/notes': 'nobody works on their own store',
  'POST /api/admin/sellers/:id/payout-hold': 'nobody works on their own store',
  'POST /api/admin/sellers/:id/payout-release': 'nobody works on their own store',
  'POST /api/admin/sellers/:id/restore': 'nobody works on their own store',
  'POST /api/admin/sellers/:id/suspend': 'nobody works on their own store',
  'PUT /api/admin/sellers/:id/fee': 'nobody sets their own fee',
  'POST /api/admin/instructors/:id/restore': 'nobody works on their own profile',
  'POST /api/admin/instructors/:id/suspend': 'nobody works on their own profile',
  'PUT /api/admin/instructors/:id/fee': 'nobody sets their own fee',
  'POST /api/admin/applications/:id/approve': 'nobody decides about their own application',
  'POST /api/admin/applications/:id/decline': 'nobody decides about their own application',
  'POST /api/admin/credit-hours/:id/decision': 'nobody decides about their own hours',
  'POST /api/admin/users/:id/restore': 'whoever is suspended can’t sign in',
  'POST /api/admin/users/:id/suspend': 'nobody suspends themselves',
  'POST /api/admin/users/:id/two-factor/off': 'nobody turns off their own two-factor sign-in without a code',
  'PUT /api/admin/users/:id/roles': 'nobody changes their own roles',
  'POST /api/certificates/:id/revoke': 'nobody revokes their own certificate',
  'POST /api/courses/:id/enrol': 'nobody enrolls in a course they teach',
  'POST /api/discussion-posts/:id/reports': 'nobody reports their own post: they can delete it',
  'PUT /api/discussion-posts/:id/vote': 'nobody votes for their own post',
  'POST /api/moderation/resources/:id/decision': 'nobody decides about their own resource',
  'POST /api/resources/:id/toggle-featured': 'nobody features their own resource',
  'POST /api/rights-notices/:id/dismiss': 'nobody decides about their own notice',
  'POST /api/rights-notices/:id/keep-down': 'nobody decides about their own notice',
  'POST /api/rights-notices/:id/put-back': 'nobody decides about their own notice',
  'POST /api/rights-notices/:id/uphold': 'nobody decides about their own notice',
  'PUT /api/attempts/:id/answers/:questionId/grade': 'nobody grades their own answer',
  'PUT /api/blocked-users/:id': 'nobody blocks themselves',
  'PUT /api/sellers/:id/follow': 'nobody follows their own store',
};

/** What it takes is missing in these tests. It succeeds in the named one. */
export const SUCCEEDS_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/admin/mails/:id/send': 'there is no mail server here: outbox.routes.test.ts',
};
