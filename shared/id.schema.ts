// Ids as endpoints take them.
import { z } from 'zod';
import { MAX_ID } from './ids.ts';

/** In a JSON body. */
export const idSchema = z.int().min(1).max(MAX_ID);

/** In a path or query, where everything is text. */
export const idText = z.coerce.number().int().min(1).max(MAX_ID);

/** `/api/users/:id` */
export const idParams = z.object({ id: idText });
