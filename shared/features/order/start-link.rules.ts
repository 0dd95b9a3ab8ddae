// The link mailed to guests who bought a course: it confirms their address, signs them in and opens the first lesson.
export const START_LINK_PATH = '/start-course';

/** It works once. Afterwards the same link can only ask for a new one. */
export const START_LINK_HOURS = 24;

/** In the address of a link that leads to the purchases instead of the first lesson. */
export const TO_PURCHASES = 'purchases';

/** A course needs an account, in the words of cart and checkout. */
export const COURSE_NEEDS_ACCOUNT =
  'A course needs an account, which keeps your progress. You don’t have to create it now: after you pay, we email you a link that confirms your address, signs you in and opens the first lesson.';

type Given = { details: { gives: readonly string[] } };

export const givesCourse = (lines: readonly Given[]): boolean =>
  lines.some(({ details }) => details.gives.includes('course'));

/** Below the email field of a guest's checkout: what will be sent there. */
export function guestEmailHelp(lines: readonly Given[]): string {
  const hasFiles = lines.some(({ details }) => details.gives.includes('resource'));
  const parts = [
    'Your receipt',
    ...(hasFiles ? ['the link to your files'] : []),
    ...(givesCourse(lines) ? ['the link that starts your course'] : []),
  ];
  return `${new Intl.ListFormat('en-US').format(parts)} ${parts.length > 1 ? 'go' : 'goes'} here.`;
}
