// How long a password may be. The upper end keeps hashing cheap; nobody types that much.
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
