// Joins class names and drops falsy ones. No merging needed: component classes are in a lower CSS layer.
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
