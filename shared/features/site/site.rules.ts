// Words and numbers of the site itself that both sides know.

/** Spec §1. */
export const TAGLINE = 'Empowering dance educators with resources, training, and community.';
