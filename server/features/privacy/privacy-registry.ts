// What is kept about a person, part by part: how it is read for the file they can take with them, and how it is
// forgotten when they delete their account. A feature that keeps something about people adds its part here.
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { auditLabel } from '#shared/features/site/audit.rules.ts';
import * as buying from './privacy-buying.queries.ts';
import * as catalogue from './privacy-catalogue.queries.ts';
import * as data from './privacy.queries.ts';
import * as payouts from './privacy-payouts.queries.ts';
import * as seats from './privacy-seats.queries.ts';
import * as selling from './privacy-selling.queries.ts';
import { deleteFailedSignInsOf, readFailedSignIns } from '#server/features/account/failed-sign-in.queries.ts';
import { deleteMailLinksOf } from '#server/features/account/mail-link.queries.ts';
import { deleteTwoFactor } from '#server/features/account/two-factor.queries.ts';

/** Mails are kept by address, everything else by the person's number. */
export type Whose = { userId: number; email: string };

export type AccountPart = {
  /** In the file. */
  name: string;
  /** No hash, no secret, and nothing about anybody else. */
  collect(db: DbOrTx, whose: Whose): Promise<unknown>;
  /** Left out where nothing of the person may or must go. */
  erase?(tx: Tx, whose: Whose & { now: Date }): Promise<void>;
};

export const ACCOUNT_PARTS: readonly AccountPart[] = [
  // Before the account itself: which guest's orders are theirs goes by the address it has proved.
  { name: 'orders', collect: buying.readOrders, erase: buying.anonymiseOrders },
  // Also by the proved address.
  { name: 'seats', collect: seats.readSeats, erase: seats.leaveSeats },
  { name: 'copiesWithYourName', collect: seats.readNamedCopies, erase: seats.deleteNamedCopies },
  { name: 'account', collect: data.readAccount, erase: data.anonymiseUser },
  { name: 'sessions', collect: data.readSessions, erase: data.deleteSessions },
  { name: 'placesSignedInFrom', collect: data.readPlaces, erase: data.deletePlaces },
  { name: 'failedSignIns', collect: readFailedSignIns, erase: deleteFailedSignInsOf },
  { name: 'twoFactor', collect: data.readTwoFactor, erase: deleteTwoFactor },
  { name: 'links', collect: data.readMailLinks, erase: deleteMailLinksOf },
  { name: 'activeDays', collect: data.readActiveDays, erase: data.deleteActiveDays },
  { name: 'applications', collect: data.readApplications, erase: data.withdrawAndEmptyApplications },
  { name: 'mails', collect: data.readMails, erase: data.deleteMails },
  { name: 'things', collect: catalogue.readEntitlements, erase: catalogue.deleteFreeEntitlements },
  { name: 'given', collect: catalogue.readGrants, erase: catalogue.emptyGrants },
  { name: 'downloads', collect: catalogue.readDownloads, erase: catalogue.deleteDownloads },
  { name: 'reviews', collect: catalogue.readReviews, erase: catalogue.anonymiseReviews },
  { name: 'answersToReviews', collect: catalogue.readAnswers, erase: catalogue.deleteAnswers },
  { name: 'wishes', collect: catalogue.readWishes, erase: catalogue.deleteWishes },
  { name: 'sellersFollowed', collect: catalogue.readFollows, erase: catalogue.deleteFollows },
  { name: 'reports', collect: catalogue.readNotices, erase: catalogue.emptyNotices },
  { name: 'takedowns', collect: selling.readTakedowns, erase: selling.emptyCounterNotices },
  { name: 'notesAboutSellers', collect: selling.readNotesWritten, erase: selling.forgetNotes },
  { name: 'uploads', collect: selling.readUploads, erase: selling.abandonUploads },
  { name: 'cart', collect: buying.readCart, erase: buying.deleteCart },
  { name: 'guestCarts', collect: buying.readMerges },
  // Forgotten with the cart.
  { name: 'cartReminders', collect: buying.readCartReminders },
  { name: 'enrolments', collect: buying.readEnrolments, erase: buying.endEnrolments },
  // The books keep what was sold, and name its seller by number.
  { name: 'sales', collect: buying.readSales },
  { name: 'payouts', collect: payouts.readPayouts, erase: payouts.forgetPayoutAccounts },
  { name: 'bundles', collect: buying.readBundles, erase: buying.closeBundles },
  // Both belong to the resources, which stay for those who have them.
  { name: 'resourceEvents', collect: selling.readResourceEvents },
  { name: 'resourceVersions', collect: selling.readResourceVersions },
  { name: 'resourceDrafts', collect: selling.readResourceDrafts, erase: selling.deleteResourceDrafts },
  { name: 'shop', collect: catalogue.readShop, erase: catalogue.closeShop },
  // The log of what staff did is never changed; it names people by number only.
  { name: 'audit', collect: collectAudit },
];

async function collectAudit(db: DbOrTx, whose: Whose) {
  const { aboutThem, doneByThem } = await data.readAuditTrail(db, whose);
  const labelled = <T extends { action: string }>(row: T) => ({ label: auditLabel(row.action), ...row });
  return { aboutYou: aboutThem.map(labelled), doneByYou: doneByThem.map(labelled) };
}
