import { expect, it } from 'vitest';
import { scriptsLast } from './scripts-last.ts';

it('renames the module script, keeps its nonce, and adds the starter script', () => {
  const html =
    '<p>Hello</p><link rel="modulepreload" href="/a.js"/><script nonce="n1" type="module" async="">import "/a.js";</script>';
  const result = scriptsLast(html);
  expect(result).toContain('<script nonce="n1" type="later">import "/a.js";</script>');
  expect(result).toMatch(/^<p>Hello<\/p><script nonce="n1">var start/);
  expect(result).not.toContain('modulepreload');
});

it('leaves other pages alone', () => {
  expect(scriptsLast('<p>type="module"</p>')).toBe('<p>type="module"</p>');
});
