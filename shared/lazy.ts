/** Made when it is first asked for, once: formatters of Intl take a phone tens of milliseconds each to make. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
