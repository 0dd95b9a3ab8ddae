/** Creates a value on first use. Intl formatters, for example, take a phone tens of milliseconds each to create. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
