// What staff can ask of the list of orders.
/** Counts end here, and so do pages: whoever looks farther back asks for days or turns the order round. */
export const COUNT_LIMIT = 10_000;

export const STAFF_ORDER_SORTS = ['newest', 'oldest', 'total', 'total-low'] as const;
export type StaffOrderSort = (typeof STAFF_ORDER_SORTS)[number];

export const STAFF_ORDER_HAS = ['request', 'dispute'] as const;
export type StaffOrderHas = (typeof STAFF_ORDER_HAS)[number];

export const STAFF_ORDER_HAS_LABELS: Readonly<Record<StaffOrderHas, string>> = {
  request: 'Refund asked for',
  dispute: 'Disputed now',
};
