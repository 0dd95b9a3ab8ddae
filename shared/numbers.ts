/** 12345 becomes "12,345". By hand: the browser's own formatter takes milliseconds to wake up, and a list shows dozens. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
