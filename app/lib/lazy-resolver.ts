// A form's rules, fetched when they are first needed. For the pages guests open first: a schema brings zod, a third of
// such a page's script, and nothing of it is needed to draw the page or to type into it.
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

export function lazyResolver<Values extends FieldValues>(
  loadRules: () => Promise<z.ZodType<Values, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const parts = await Promise.all([import('./form-rules.ts'), loadRules()]).catch(() => null);
    // The connection is gone: sending will fail too and say so, and the server checks everything anyway.
    if (!parts) return { values, errors: {} };
    const [{ formRules }, rules] = parts;
    return formRules(rules)(values, context, options);
  };
}
