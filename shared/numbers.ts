/** 12345 becomes "12,345". By hand, because creating an Intl formatter takes milliseconds. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
