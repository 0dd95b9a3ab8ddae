import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:5000',
      isDemo: true,
    });
  });

  it('keeps the demo school out of your own database unless enabled', () => {
    const DATABASE_URL = 'postgres://u:p@db.example/releve';
    expect(readConfig({ DATABASE_URL }).isDemo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: 'off' }).isDemo).toBe(false);
    expect(readConfig({ DEMO_FILES: '3' }).demoFiles).toBe(3);
  });

  it('treats an empty setting as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'dance.example' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DEMO: 'perhaps' }, 'DEMO'],
  ])('%j gives one sentence that names the setting', (env, name) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`^The setting ${name} is not valid: .+\\.$`));
  });

  it('uses Stripe Tax only if enabled, and only with its keys', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' };
    expect(readConfig(keys).stripe?.isTaxOn).toBe(false);
    expect(readConfig({ ...keys, STRIPE_TAX: 'on' }).stripe?.isTaxOn).toBe(true);
    expect(() => readConfig({ STRIPE_TAX: 'on' })).toThrow('STRIPE_TAX is on, but STRIPE_SECRET_KEY is not');
  });

  it('does not repeat a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hush@x' })).toThrow(
      expect.not.stringContaining('hush'),
    );
  });
});
