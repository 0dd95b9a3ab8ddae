// The states of an account (DESIGN §4): suspended people cannot sign in; a deleted account keeps its row, because
// orders and certificates refer to it, and nothing else of the person.
export const ACCOUNT_STATES = ['active', 'suspended', 'deleted'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];
