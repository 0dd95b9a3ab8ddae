// Money in requests and responses: a decimal string.
import { z } from 'zod';

/** DESIGN §4: a decimal string on the wire. */
export const wireMoney = z.string().regex(/^-?\d+\.\d{2}$/);
