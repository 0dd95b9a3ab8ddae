// Postcodes by country: which are valid, how they are formatted, and the messages for invalid ones.
import { describe, expect, it } from 'vitest';
import {
  COUNTRY_CODES,
  countryName,
  isPostcodeRequired,
  normalizePostcode,
  formatAddressLines,
  postcodeLabel,
  postcodeProblem,
  regionLabel,
  regionOfPostcode,
  regionsOf,
} from './address.rules.ts';

describe('postcodes', () => {
  it.each([
    ['US', '10001', '10001'],
    ['US', ' 10001-1234 ', '10001-1234'],
    ['PR', '00901', '00901'],
    ['GB', 'LS1 4AP', 'LS1 4AP'],
    ['GB', 'ls14ap', 'LS1 4AP'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'EC1A  1BB', 'EC1A 1BB'],
    ['GB', 'm1-1ae', 'M1 1AE'],
    ['GB', 'b338th', 'B33 8TH'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['IE', 'D6WXY00', 'D6W XY00'],
    ['NL', '1012ab', '1012 AB'],
    ['SE', 'SE-114 55', '114 55'],
    ['DE', 'D-10115', '10115'],
    ['PL', '00950', '00-950'],
    ['JP', '1000001', '100-0001'],
    ['BR', '01310100', '01310-100'],
    ['AU', '2000', '2000'],
    ['IN', '110 001', '110001'],
    ['HK', '', ''],
    ['KE', '00100', '00100'],
    ['KE', '1'.repeat(16), '1'.repeat(16)],
    ['KE', 'ab  1', 'AB 1'],
    ['HK', '  ', ''],
  ])('%s: “%s” is %s', (country, typed, written) => {
    expect(normalizePostcode(country, typed)).toBe(written);
    expect(postcodeProblem(country, typed)).toBeUndefined();
  });

  it.each([
    ['US', '1234', 'Enter the five digits of your ZIP code.'],
    ['US', 'LS1 4AP', 'Enter the five digits of your ZIP code.'],
    ['US', '1 2345', 'Enter the five digits of your ZIP code.'],
    ['US', '٠٠٠٠٠', 'Enter the five digits of your ZIP code.'],
    ['US', '', 'Enter the five digits of your ZIP code.'],
    ['GB', '10001', 'Enter your postcode, such as LS1 4AP.'],
    ['GB', 'LS1', 'Enter your postcode, such as LS1 4AP.'],
    ['GB', '', 'Enter your postcode, such as LS1 4AP.'],
    ['CA', '10001', 'Enter your postal code, such as K1A 0B1.'],
    ['DE', '1011', 'Enter your postal code, such as 10115.'],
    ['IE', 'Dublin', 'Enter your Eircode, such as D02 AF30.'],
    ['IN', '1100', 'Enter your PIN code, such as 110001.'],
    ['FR', ' ', 'Enter your postal code, such as 75001.'],
    ['DE', 'D10115', 'Enter your postal code, such as 10115.'],
    ['DE', '10115 D-', 'Enter your postal code, such as 10115.'],
    ['IE', 'IE-D02 AF30', 'Enter your Eircode, such as D02 AF30.'],
    ['FI', 'LS1 4AP', 'Enter your postal code.'],
    ['KE', '<script>', 'Enter your postal code.'],
    ['KE', '1'.repeat(17), 'Enter your postal code.'],
  ])('%s: “%s” is invalid', (country, typed, problem) => {
    expect(normalizePostcode(country, typed) ?? '').toBe('');
    expect(postcodeProblem(country, typed)).toBe(problem);
  });
});

describe('countries', () => {
  it('each has its own name', () => {
    const names = COUNTRY_CODES.map(countryName);
    expect(new Set(names).size).toBe(COUNTRY_CODES.length);
    expect(names.filter((name) => name.length < 4)).toEqual([]);
    expect(countryName('GB')).toBe('United Kingdom');
  });

  it('a postcode has its local name', () => {
    const labels = ['US', 'GB', 'CA', 'IE', 'FR'].map(postcodeLabel);
    expect(labels).toEqual(['ZIP code', 'Postcode', 'Postal code', 'Eircode', 'Postal code']);
  });

  it.each([
    ['CA', 'K1A 0B1', 'ON'],
    ['CA', 'X0A 0H0', 'NU'],
    ['CA', 'X1A 2B3', 'NT'],
    ['AU', '2000', 'NSW'],
    ['AU', '2601', 'ACT'],
    ['AU', '0800', 'NT'],
    ['AU', '3000', 'VIC'],
    ['AU', '7000', 'TAS'],
    ['AU', '0100', null],
    ['CA', 'K1X 0A1', 'ON'],
    ['GB', 'LS1 4AP', null],
    ['DE', '3000', null],
  ])('%s %s is in %s', (country, postcode, region) => {
    expect(regionOfPostcode(country, postcode)).toBe(region);
    if (region) expect(regionsOf(country)?.map(({ value }) => value)).toContain(region);
  });
});

it('a state is required if it is part of the address, with its local name', () => {
  expect(['CA', 'AU', 'GB'].map(regionLabel)).toEqual(['Province', 'State', 'County or region']);
  expect(['CA', 'AU', 'GB'].map((country) => regionsOf(country)?.length ?? null)).toEqual([13, 8, null]);
});

it('a postcode may be empty if the country has none', () => {
  expect(['US', 'GB', 'HK'].map(isPostcodeRequired)).toEqual([true, true, false]);
  expect(postcodeProblem('KE', ' ')).toBeUndefined();
});

it('an address is formatted as in its country', () => {
  const lines = (zip: string, city: string | null, region: string | null, country: string | null) =>
    formatAddressLines({ zip, city, region, country });
  expect(lines('97201', 'Portland', 'OR', 'US')).toEqual(['Portland, OR 97201', 'United States']);
  expect(lines('LS1 4AP', 'Leeds', null, 'GB')).toEqual(['Leeds LS1 4AP', 'United Kingdom']);
  expect(lines('10115', 'Berlin', null, 'DE')).toEqual(['10115 Berlin', 'Germany']);
  expect(lines('10001', null, null, null)).toEqual(['10001']);
});
