// Names of the browser storage keys for the cart (spec §9). Separate from the rules, because every page needs one.

export const GUEST_CART_KEY = 'drx_simple_guest_cart';
export const GUEST_CHECKOUT_FLAG = 'is_guest_checkout';
export const GUEST_MODE_FLAG = 'guestModeEnabled';
