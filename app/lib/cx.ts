// Joins class names, leaving out what is not there. No merging: component classes lie in a lower CSS layer.
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
