// Why a calendar can't be used, in words its owner can act on.
export class CalendarRefusedError extends Error {
  override name = 'CalendarRefusedError';
}
