// The character U+0000: PostgreSQL cannot store or compare it, so no endpoint takes it, wherever in the input it is.
import { AppError } from '#shared/errors.ts';

const MESSAGE =
  'This text holds a zero byte (U+0000), which cannot be stored or searched for. Please remove it.';

/** The error to answer, or undefined. Walks with a list of its own: the input may be nested deeper than the call stack. */
export function refuseZeroBytes(input: Readonly<Record<string, unknown>>): AppError | undefined {
  const waiting: { value: unknown; path: string; depth: number }[] = Object.entries(input).map(
    ([part, value]) => ({ value, path: part, depth: 0 }),
  );
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, path, depth } = at;
    if (typeof value === 'string') {
      if (value.includes('\0')) return refusal(path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key.includes('\0')) return refusal(path);
        // `body`, `query` and `params` are not part of a field's name.
        waiting.push({ value: inner, path: depth === 0 ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

function refusal(path: string): AppError {
  return new AppError('validation_failed', MESSAGE, [{ path, message: MESSAGE }]);
}
