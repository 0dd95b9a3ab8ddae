// What staff can do that is written down (DESIGN §5.8), and how the log says it.
export const AUDIT_LABELS = {
  'account.roles': 'Changed roles',
  'account.suspend': 'Suspended the account',
  'account.restore': 'Restored the account',
  'account.end-sessions': 'Signed the person out everywhere',
  'account.reset-link': 'Sent a link for a new password',
  'account.two-factor-off': 'Switched two-factor sign-in off',
  'account.resend-verification': 'Sent the confirmation link again',
  'account.delete': 'Deleted their own account',
  'account.export': 'Exported accounts as CSV',
  'application.approve': 'Approved an application',
  'application.decline': 'Declined an application',
  'resource.approve': 'Approved a resource',
  'resource.reject': 'Rejected a resource',
  'resource.request-changes': 'Asked for changes to a resource',
  'resource.archive': 'Archived a resource',
  'resource.restore': 'Put a resource back on sale',
  'resource.seen': 'Looked at a changed resource',
  'resource.download': 'Downloaded a file of a resource for review',
  'resource.export': 'Exported resources as CSV',
  'resource.feature': 'Put a resource on the front pages',
  'resource.unfeature': 'Took a resource off the front pages',
  'notice.dismiss': 'Dismissed a rights notice',
  'notice.uphold': 'Took a resource down after a rights notice',
  'notice.put-back': 'Put a resource back after a rights notice',
  'notice.keep-down': 'Kept a resource down after a counter-notice',
  'notice.run-out': 'Closed a rights notice nobody answered',
  'seller.suspend': 'Suspended a shop',
  'seller.restore': 'Restored a shop',
  'seller.note': 'Wrote a note about a seller',
  'seller.note-delete': 'Deleted a note about a seller',
  'style.add': 'Added a dance style',
  'style.rename': 'Renamed a dance style',
  'style.order': 'Changed the order of the dance styles',
  'style.retire': 'Retired a dance style',
  'style.restore': 'Offered a dance style again',
  'style.delete': 'Deleted a dance style',
  'category.add': 'Added a category',
  'category.rename': 'Renamed a category',
  'category.move': 'Moved a category',
  'category.merge': 'Merged a category into another',
  'category.delete': 'Deleted a category',
  'settings.update': 'Changed the settings',
  'job.retry': 'Ran a failed job again',
  'mail.read': 'Read mails in the outbox',
} as const;

export type AuditAction = keyof typeof AUDIT_LABELS;

/** An action of an older version keeps its name. */
export function auditLabel(action: string): string {
  return (AUDIT_LABELS as Record<string, string>)[action] ?? action;
}
