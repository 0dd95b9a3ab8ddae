// The shape of what people say in reviews.

/** What is said, and what the owner answers. */
export type Said = { text: string; answer?: string };
/** By stars. One star nobody has given. */
export type SaidByStars = Readonly<
  Partial<Record<number, readonly (string | readonly [text: string, answer: string])[]>>
>;
