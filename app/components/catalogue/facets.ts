// Facets of the catalogue: options, the current filters, and the chips that remove them.
import { formatCount } from '#shared/numbers.ts';

export type FacetOption = {
  value: string;
  label: string;
  /** Number of results, if counted. */
  count?: number;
};

export type FacetGroup = {
  /** The parameter in the address. */
  name: string;
  label: string;
  options: readonly FacetOption[];
  chosen: readonly string[];
  /** Makes it a radio group; the label of the option that filters nothing: “Any price”. */
  anyLabel?: string;
  /** Collapsed by default, for rarely used facets. */
  isFolded?: boolean;
};

type Counted = readonly FacetOption[] | undefined;

/** The counted options, then chosen ones without a count, so they can be removed. */
export function facetOptions(
  counted: Counted,
  chosen: readonly string[],
  labelOf: (value: string) => string = (value) => value,
): FacetOption[] {
  const known = counted ?? [];
  const missing = chosen.filter((value) => !known.some((option) => option.value === value));
  return [...known, ...missing.map((value) => ({ value, label: labelOf(value) }))];
}

/** A merged category counts as the one it was merged into. */
export function followMerged(
  chosen: readonly string[],
  merged: Readonly<Record<string, string>> = {},
): string[] {
  return [...new Set(chosen.map((value) => merged[value] ?? value))];
}

/** Options with results, plus those in use or on screen, which must not vanish. */
export function visibleOptions({ options, chosen }: FacetGroup, shown: readonly string[]): FacetOption[] {
  return options.filter(({ value, count }) => count !== 0 || chosen.includes(value) || shown.includes(value));
}

export type FilterChip = { key: string; label: string; to: string };

/** The address with one parameter changed. */
export type AddressOf = (changes: Record<string, readonly string[] | undefined>) => string;

/** One chip per filter, in the order of the groups. */
export function filterChips(groups: readonly FacetGroup[], to: AddressOf): FilterChip[] {
  return groups.flatMap(({ name, chosen, options }) =>
    chosen.map((value) => ({
      key: `${name} ${value}`,
      label: options.find((option) => option.value === value)?.label ?? value,
      to: to({ [name]: chosen.filter((other) => other !== value) }),
    })),
  );
}

/** The address without filters; search and sort order stay. */
export function withoutFilters(groups: readonly Pick<FacetGroup, 'name'>[], to: AddressOf): string {
  return to(Object.fromEntries(groups.map(({ name }) => [name, undefined])));
}

export function chosenCount(groups: readonly FacetGroup[]): number {
  return groups.reduce((sum, { chosen }) => sum + chosen.length, 0);
}

/** “39 resources”, “1 resource”, “10,000 and more resources”. */
export function countText(
  total: number,
  { one, many, isCapped = false }: { one: string; many: string; isCapped?: boolean },
): string {
  const figure = formatCount(total);
  if (isCapped) return `${figure} and more ${many}`;
  return `${figure} ${total === 1 ? one : many}`;
}
