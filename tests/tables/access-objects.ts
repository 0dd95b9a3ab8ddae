// What each endpoint is called with in the tests that cover all of them: the object its path names, and what its body
// refers to. `own` belongs to the caller, `other` to someone else.
import { randomUUID } from 'node:crypto';
import type { Contract } from '#shared/contract.ts';
import { nameOf } from '../server/all-contracts.ts';
import { ACCOUNT_OBJECTS } from './account-samples.ts';
import { BOOKING_OBJECTS } from './booking-samples.ts';
import { BUYING_OBJECTS } from './buying-samples.ts';
import { CERTIFICATE_OBJECTS } from './certificate-samples.ts';
import { COURSE_OBJECTS } from './course-samples.ts';
import { INSTRUCTOR_OBJECTS } from './instructor-samples.ts';
import { MEMBERSHIP_OBJECTS } from './membership-samples.ts';
import { MESSAGE_OBJECTS } from './message-samples.ts';
import { QUIZ_OBJECTS } from './quiz-samples.ts';
import { REFUND_OBJECTS } from './refund-samples.ts';
import type { Made, MakeObject, Objects, Params } from './sample-types.ts';
import { SEAT_OBJECTS } from './seat-samples.ts';
import { SELLING_OBJECTS } from './selling-samples.ts';
import { STAFF_OBJECTS } from './staff-samples.ts';
import { TEACHING_OBJECTS } from './teaching-samples.ts';

const OBJECTS: Objects = [
  ...SEAT_OBJECTS,
  ...MEMBERSHIP_OBJECTS,
  ...CERTIFICATE_OBJECTS,
  ...TEACHING_OBJECTS,
  ...COURSE_OBJECTS,
  ...MESSAGE_OBJECTS,
  ...BOOKING_OBJECTS,
  ...INSTRUCTOR_OBJECTS,
  ...QUIZ_OBJECTS,
  ...REFUND_OBJECTS,
  ...STAFF_OBJECTS,
  ...SELLING_OBJECTS,
  ...BUYING_OBJECTS,
  ...ACCOUNT_OBJECTS,
];

export const hasObject = (contract: Contract): boolean => contract.path.includes(':');

/** Null: it needs nothing, or nobody has said what it needs. */
export function objectMaker(contract: Contract): MakeObject | null {
  const name = nameOf(contract);
  const found = OBJECTS.find(([of]) => of === name || (hasObject(contract) && contract.path.startsWith(of)));
  return found?.[1] ?? null;
}

/** In one form. */
export const toMade = (made: number | string | Made): Made =>
  typeof made === 'object' ? made : { params: { id: made } };

const ABSENT = 2_000_000_000;

/** Values for all names that paths use: most mean the same object, `id`. */
export function paramsOf(given: number | string | Params): Params {
  const params = typeof given === 'object' ? given : { id: given };
  const id = params['id'] ?? ABSENT;
  return {
    id,
    key: id,
    token: id,
    code: id,
    slug: id,
    zip: id,
    itemType: 'resource',
    itemId: id,
    type: 'module',
    userId: ABSENT,
    fileId: ABSENT,
    noteId: ABSENT,
    lessonId: ABSENT,
    questionId: 1,
    year: 2026,
    ...params,
  };
}

/** For paths whose parameter is not a number. */
export function absentId(contract: Contract): string {
  if (contract.path.startsWith('/api/zipcode-lookup/')) return '99999';
  return /^\/api\/(admin\/(jobs|mails)|decisions)\//.test(contract.path) ? randomUUID() : String(ABSENT);
}
