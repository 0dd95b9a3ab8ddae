// The life of a shop (DESIGN §4). Applying is an application of the account; a shop begins approved.
export const STORE_STATES = ['approved', 'suspended'] as const;
export type StoreState = (typeof STORE_STATES)[number];
