import { describe, expect, it } from 'vitest';
import { PAGE_PARAMETERS, readSearch } from './page-parameters.ts';
import { BUILT_PAGES } from './site-pages.ts';

describe('readSearch', () => {
  it.each([
    ['/', '?x=1', null],
    ['/', '', ''],
    ['/about', '?q=ballet&page=2', null],
    ['/admin/users', '?q=mara', null],
    ['/nothing/here', '?q=ballet', null],
    ['/curriculum', '?x=1&q=ballet&utm_source=mail', '?q=ballet'],
    ['/curriculum', '?page=2&q=ballet', '?q=ballet&page=2'],
    ['/curriculum', '?q=ballet&page=2', '?q=ballet&page=2'],
    ['/Curriculum/', '?q=ballet&x=1', '?q=ballet'],
    ['/curriculum', '?style=Tap&style=Jazz&style=Tap', '?style=Tap&style=Jazz'],
    ['/curriculum', '?q=', ''],
    ['/curriculum', '?q=a%20b', '?q=a+b'],
    ['/curriculum', '?Q=ballet', ''],
    ['/curriculum/7', '?q=ballet', null],
    ['/sellers/demo-shop', '?page=3&from=mail', '?page=3'],
    ['/orders/5', '?key=abc&order=9', '?key=abc'],
    // Links from emails: without its token the server would render another page than the browser.
    ['/sign-in-link', '?token=abc', '?token=abc'],
    ['/reset-password', '?token=abc', '?token=abc'],
    // Redirects keep all of it.
    ['/resources', '?q=ballet&x=1', '?q=ballet&x=1'],
    ['/course/5', '?x=1', '?x=1'],
  ])('of %s%s is %s', (pathname, search, read) => {
    expect(readSearch(pathname, search)).toBe(read);
  });

  it('keeps at most twenty values of one name', () => {
    const search = `?${Array.from({ length: 1000 }, (_, at) => `style=s${at}`).join('&')}`;
    expect(new URLSearchParams(readSearch('/curriculum', search) ?? '').size).toBe(20);
  });
});

it('lists only pages that exist', () => {
  expect(Object.keys(PAGE_PARAMETERS).filter((page) => !BUILT_PAGES.includes(page))).toEqual([]);
});
