// Money in requests and responses: a decimal string.
import { z } from 'zod';

/** DESIGN §4: a decimal string in the API. */
export const wireMoney = z.string().regex(/^-?\d+\.\d{2}$/);
