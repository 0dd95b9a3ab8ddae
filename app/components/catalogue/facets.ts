// The choices of a catalogue: what the address has chosen, what more there is to choose, and the chips that take it away.
import { formatCount } from '#shared/numbers.ts';

export type FacetOption = {
  value: string;
  label: string;
  /** How many it would show; left out where nobody counted. */
  count?: number;
};

export type FacetGroup = {
  /** The parameter in the address. */
  name: string;
  label: string;
  options: readonly FacetOption[];
  chosen: readonly string[];
  /** Makes it “one at most”: the first radio, which filters nothing. “Any price”. */
  anyLabel?: string;
  /** Closed until someone opens it, for what few people need. */
  isFolded?: boolean;
};

type Counted = readonly FacetOption[] | undefined;

/** What was counted, and after it whatever is chosen all the same: a choice can always be seen and taken back. */
export function facetOptions(
  counted: Counted,
  chosen: readonly string[],
  labelOf: (value: string) => string = (value) => value,
): FacetOption[] {
  const known = counted ?? [];
  const missing = chosen.filter((value) => !known.some((option) => option.value === value));
  return [...known, ...missing.map((value) => ({ value, label: labelOf(value) }))];
}

/** A choice by the number of a category that went into another is a choice of that other. */
export function followMerged(
  chosen: readonly string[],
  merged: Readonly<Record<string, string>> = {},
): string[] {
  return [...new Set(chosen.map((value) => merged[value] ?? value))];
}

/** Those that would show something; and those in use or in sight, which must not vanish from under the finger. */
export function visibleOptions({ options, chosen }: FacetGroup, shown: readonly string[]): FacetOption[] {
  return options.filter(({ value, count }) => count !== 0 || chosen.includes(value) || shown.includes(value));
}

export type FilterChip = { key: string; label: string; to: string };

/** The address with one parameter changed. */
export type AddressOf = (changes: Record<string, readonly string[] | undefined>) => string;

/** One chip for each thing chosen, in the order of the groups. */
export function filterChips(groups: readonly FacetGroup[], to: AddressOf): FilterChip[] {
  return groups.flatMap(({ name, chosen, options }) =>
    chosen.map((value) => ({
      key: `${name} ${value}`,
      label: options.find((option) => option.value === value)?.label ?? value,
      to: to({ [name]: chosen.filter((other) => other !== value) }),
    })),
  );
}

/** The address without any of the choices; the words searched for and the order stay. */
export function withoutFilters(groups: readonly FacetGroup[], to: AddressOf): string {
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
