// Loads a form's schema on first use. For pages guests open first: zod is a third of
// such a page's script and isn't needed to render or type.
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

export function lazyResolver<Values extends FieldValues>(
  loadRules: () => Promise<z.ZodType<Values, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const parts = await Promise.all([import('./form-rules.ts'), loadRules()]).catch(() => null);
    // Offline: submitting will fail and say so, and the server validates anyway.
    if (!parts) return { values, errors: {} };
    const [{ formRules }, rules] = parts;
    return formRules(rules)(values, context, options);
  };
}
