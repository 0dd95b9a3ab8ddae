import { describe, expect, it } from 'vitest';
import { idsOf, listAddress, oneOf, pageOf, severalOf, searchOf } from './list-address.ts';

describe('the URL of a list', () => {
  it.each([
    ['', { q: 'ana' }, '/list?q=ana'],
    ['?q=ana', { role: 'seller' }, '/list?q=ana&role=seller'],
    ['?q=ana&role=seller', { role: undefined }, '/list?q=ana'],
    ['?q=ana', { q: '' }, '/list'],
    ['?q=ana&page=4', { sort: 'name' }, '/list?q=ana&sort=name'],
    ['?q=ana', { page: 2 }, '/list?q=ana&page=2'],
    ['?q=ana&page=2', { page: 1 }, '/list?q=ana'],
    ['?page=3', {}, '/list'],
    ['?page=3&after=x', { style: 'Tap' }, '/list?style=Tap'],
    ['', { style: ['Tap', 'Jazz'] }, '/list?style=Tap&style=Jazz'],
    ['?style=Tap&style=Jazz&q=a', { style: ['Jazz'] }, '/list?q=a&style=Jazz'],
    ['?style=Tap&style=Jazz', { style: [] }, '/list'],
    ['?q=a&after=x', { page: 2, after: 'y' }, '/list?q=a&page=2&after=y'],
    ['', { q: 'a&b=c' }, '/list?q=a%26b%3Dc'],
  ])('%s with %j is %s', (search, changes, address) => {
    expect(listAddress('/list', search, changes)).toBe(address);
  });
});

describe('values in a URL', () => {
  it('are one of the known values, or nothing', () => {
    expect(oneOf(['a', 'b'], 'b')).toBe('b');
    expect(oneOf(['a', 'b'], 'c')).toBeUndefined();
    expect(oneOf(['a', 'b'], null)).toBeUndefined();
  });

  it('are several known values, each once', () => {
    expect(severalOf(['a', 'b', 'c'], ['c', 'x', 'a', 'c'])).toEqual(['a', 'c']);
    expect(severalOf(['a'], ['x'])).toBeUndefined();
  });

  it('are ids', () => {
    expect(idsOf(['3', '3', '0', '-1', 'x', '1e3', '2147483648', '7'])).toEqual(['3', '7']);
    expect(idsOf([])).toBeUndefined();
  });

  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=x', 1],
    ['page=9999999', 1],
  ])('page %s is %i', (search, page) => {
    expect(pageOf(new URLSearchParams(search))).toBe(page);
  });

  it('are trimmed and limited in length for a search', () => {
    expect(searchOf(new URLSearchParams({ q: '  ana ' }))).toBe('ana');
    expect(searchOf(new URLSearchParams({ q: '   ' }))).toBeUndefined();
    expect(searchOf(new URLSearchParams({ q: 'x'.repeat(300) }))).toHaveLength(100);
  });
});
