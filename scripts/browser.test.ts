// Which browser is used on machines with different ones installed.
import { describe, expect, it } from 'vitest';
import { findBrowser, type Machine } from './browser.mjs';

const OWN = '/home/anna/.cache/ms-playwright/chromium/chrome';
const NOTHING_HELPS =
  'No Chromium for the browser tests: install one (apt-get install chromium) or set CHROMIUM_PATH.';

type Setting = {
  env?: Record<string, string>;
  files?: string[];
  /** Files that exist but don't start: a browser whose libraries are missing. */
  broken?: string[];
  isRoot?: boolean;
  /** The files a command leaves behind, by a word in it. */
  installs?: Record<string, string>;
  playwrightsPath?: () => string;
};

function aMachine(setting: Setting): Machine & { ran: string[]; said: string[] } {
  const files = new Set([...(setting.files ?? []), ...(setting.broken ?? [])]);
  const ran: string[] = [];
  const said: string[] = [];
  return {
    env: { PATH: '/usr/local/bin:/usr/bin', ...setting.env },
    isRoot: setting.isRoot ?? false,
    isFile: (file) => files.has(file),
    canStart: (file) => files.has(file) && !setting.broken?.includes(file),
    playwrightsPath: setting.playwrightsPath ?? (() => OWN),
    run(_command, args) {
      const line = args.join(' ');
      ran.push(line);
      for (const [word, file] of Object.entries(setting.installs ?? {})) {
        if (line.includes(word)) files.add(file);
      }
    },
    say: (text) => said.push(text),
    ran,
    said,
  };
}

describe('an existing browser', () => {
  const everything = [OWN, '/usr/bin/chromium', '/opt/mine/chrome', '/opt/other/chrome'];

  it.each([
    ['CHROMIUM_PATH first', { CHROMIUM_PATH: '/opt/mine/chrome', CHROME_PATH: '/opt/other/chrome' }],
    ['CHROME_PATH too', { CHROME_PATH: '/opt/mine/chrome' }],
    ['an empty setting is none', { CHROMIUM_PATH: '', CHROME_PATH: '/opt/mine/chrome' }],
  ])('is the one named: %s', (_case, env) => {
    expect(findBrowser(aMachine({ env, files: everything }))).toBe('/opt/mine/chrome');
  });

  it('is never silently another than the one named', () => {
    const machine = aMachine({ env: { CHROME_PATH: '/opt/gone' }, files: everything });
    expect(() => findBrowser(machine)).toThrow('CHROME_PATH names /opt/gone, which is not a file.');
  });

  it("is Playwright's own before the machine's", () => {
    expect(findBrowser(aMachine({ files: everything }))).toBe(OWN);
  });

  it.each([
    ['is not downloaded', { files: ['/usr/bin/chromium'] }],
    ['does not start', { files: ['/usr/bin/chromium'], broken: [OWN] }],
    [
      'does not exist for this platform',
      {
        files: ['/usr/bin/chromium'],
        playwrightsPath: () => {
          throw new Error('Unsupported platform');
        },
      },
    ],
  ])("is the machine's when Playwright's own %s", (_case, setting) => {
    expect(findBrowser(aMachine(setting))).toBe('/usr/bin/chromium');
  });

  it('is the small one if there are two', () => {
    const files = ['/usr/local/bin/chromium', '/usr/bin/chromium-headless-shell'];
    expect(findBrowser(aMachine({ files }))).toBe('/usr/bin/chromium-headless-shell');
    const machine = aMachine({ files, broken: ['/usr/bin/chromium-headless-shell'] });
    expect(findBrowser(machine)).toBe('/usr/local/bin/chromium');
  });

  it.each([
    '/usr/local/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])('may be %s', (file) => {
    const machine = aMachine({ files: [file] });
    expect(findBrowser(machine)).toBe(file);
    expect(machine.ran).toEqual([]);
  });

  it('is found without a PATH as well', () => {
    const files = ['/Applications/Chromium.app/Contents/MacOS/Chromium'];
    expect(findBrowser({ ...aMachine({ files }), env: {} })).toBe(files[0]);
  });
});

describe('without a browser', () => {
  it("Playwright's is downloaded, with a message", () => {
    const machine = aMachine({ installs: { 'install chromium': OWN } });
    expect(findBrowser(machine)).toBe(OWN);
    expect(machine.ran).toHaveLength(1);
    expect(machine.said).toEqual(['No browser found: trying `playwright install chromium` ...']);
  });

  it('root installs one with apt-get', () => {
    const machine = aMachine({
      isRoot: true,
      files: ['/usr/bin/apt-get'],
      installs: { 'apt-get install': '/usr/bin/chromium' },
    });
    expect(findBrowser(machine)).toBe('/usr/bin/chromium');
    expect(machine.said).toHaveLength(2);
  });

  it.each([
    ['nobody but root may install', { files: ['/usr/bin/apt-get'] }],
    ['there is no apt-get', { isRoot: true }],
  ])('explains what to do when the download failed and %s', (_case, setting) => {
    const machine = aMachine({ ...setting, installs: { 'apt-get install': '/usr/bin/chromium' } });
    expect(() => findBrowser(machine)).toThrow(NOTHING_HELPS);
    expect(machine.ran).toHaveLength(1);
  });

  it('explains what to do when nothing that was installed starts', () => {
    const machine = aMachine({ isRoot: true, files: ['/usr/bin/apt-get'], broken: [OWN] });
    expect(() => findBrowser(machine)).toThrow(NOTHING_HELPS);
    expect(machine.ran).toHaveLength(2);
  });
});
