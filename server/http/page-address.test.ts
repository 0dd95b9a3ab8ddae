import { describe, expect, it } from 'vitest';
import { localPath, pageAddress } from './page-address.ts';

/** What the request line may contain, and the path on this site it stands for. */
const TARGETS: [string, string][] = [
  ['/', '/'],
  ['/about', '/about'],
  ['/about?x=1', '/about?x=1'],
  ['//evil.example', '/evil.example'],
  ['///evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/..//evil.example', '/evil.example'],
  ['/x/..//evil.example', '/evil.example'],
  ['/%2e//evil.example', '/evil.example'],
  ['/.%2e//evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/\\\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
  ['/./\\evil.example', '/evil.example'],
  ['/\t/evil.example', '/evil.example'],
  ['http://evil.example/', '/'],
  ['http://evil.example', '/'],
  ['http://evil.example//evil.example', '/evil.example'],
  ['http://user@evil.example:80/.//evil.example/x?y=1', '/evil.example/x?y=1'],
  ['//', '/'],
  ['/.//', '/'],
  ['', '/'],
  ['*', '/*'],
  ['?x=1', '/?x=1'],
  ['javascript:alert(1)', '/javascript:alert(1)'],
  // Not decoded: such paths stay as they are.
  ['/%2F/evil.example', '/%2F/evil.example'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/x//evil.example', '/x//evil.example'],
];

describe('the path of this site that a request names', () => {
  it.each(TARGETS)('%s is %s', (target, path) => {
    expect(localPath(target)).toBe(path);
    const url = new URL(localPath(target), 'https://releve.example');
    expect(url.origin).toBe('https://releve.example');
  });
});

describe('the page a request asks for', () => {
  it.each([
    ['/?x=1', '/', false],
    ['/curriculum?x=1&page=2&q=tap', '/curriculum?q=tap&page=2', false],
    ['/_.data?x=1', '/_.data', true],
    ['/_.data?_routes=root&x=1', '/_.data?_routes=root', true],
    ['/curriculum.data?page=2&x=1&q=tap', '/curriculum.data?q=tap&page=2', true],
    ['//evil.example/curriculum?q=tap', '/evil.example/curriculum', false],
  ])('%s is %s', (target, path, isData) => {
    expect(pageAddress(target)).toEqual({ path, isData });
  });
});
