import { describe, expect, it } from 'vitest';
import { attachmentNamed } from './attachment.ts';

describe('the name a file is saved under', () => {
  it.each([
    ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
    ['Pliés 💃.pdf', `attachment; filename="Plies _.pdf"; filename*=UTF-8''Pli%C3%A9s%20%F0%9F%92%83.pdf`],
    ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b_c.pdf`],
    ["it's (1)*.pdf", `attachment; filename="it's (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29_.pdf`],
    [
      'a\r\nset-cookie: x=1',
      `attachment; filename="aset-cookie_ x=1"; filename*=UTF-8''aset-cookie_%20x%3D1`,
    ],
    ['../../etc/passwd', `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`],
    ['\u202Efdp.exe', `attachment; filename="fdp.exe"; filename*=UTF-8''fdp.exe`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ['half \uD83D.pdf', `attachment; filename="half _.pdf"; filename*=UTF-8''half%20%EF%BF%BD.pdf`],
    ['...', `attachment; filename="file"; filename*=UTF-8''file`],
    ['', `attachment; filename="file"; filename*=UTF-8''file`],
  ])('%j', (name, header) => {
    expect(attachmentNamed(name)).toBe(header);
  });

  it('is short, and keeps its ending', () => {
    const header = attachmentNamed(`${'é'.repeat(4000)}.pdf`);
    expect(header).toMatch(/\.pdf"/);
    expect(header.length).toBeLessThan(1200);
  });
});
