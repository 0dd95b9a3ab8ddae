// Filters of the staff order list.
/** Counts and pages stop here; older orders are found by date or by sorting the other way. */
export const COUNT_LIMIT = 10_000;

export const STAFF_ORDER_SORTS = ['newest', 'oldest', 'total', 'total-low'] as const;
export type StaffOrderSort = (typeof STAFF_ORDER_SORTS)[number];

export const STAFF_ORDER_HAS = ['request', 'dispute'] as const;
export type StaffOrderHas = (typeof STAFF_ORDER_HAS)[number];

export const STAFF_ORDER_HAS_LABELS: Readonly<Record<StaffOrderHas, string>> = {
  request: 'Refund requested',
  dispute: 'Open dispute',
};
