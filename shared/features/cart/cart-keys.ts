// The names under which a browser keeps what belongs to the cart (spec §9). Apart from the rules: every page reads one.

export const GUEST_CART_KEY = 'drx_simple_guest_cart';
export const GUEST_CHECKOUT_FLAG = 'is_guest_checkout';
export const GUEST_MODE_FLAG = 'guestModeEnabled';
