import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getSite, getVersion, reportClientError } from '#shared/features/site/site.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { pruneJob } from '#server/features/privacy/privacy.jobs.ts';

const { app, ctx, call } = await testApp({ PUBLIC_URL: 'https://dance.example/' });

describe('the version', () => {
  it('is 1.0.0, with the four fields, and names every feature', async () => {
    const folders = globSync('server/features/*/*.routes.ts').map((file) => file.split('/')[2] ?? '');
    const answer = await call(getVersion);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      version: '1.0.0',
      buildDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      environment: 'test',
      features: [...new Set(folders)].toSorted(),
    });
  });
});

describe('the site', () => {
  it('has the name and address from its settings', async () => {
    await ctx.pool.query(
      `update settings set site_name = 'Barre None', support_email = 'help@barre.example'`,
    );
    expect((await call(getSite)).json()).toEqual({
      siteName: 'Barre None',
      supportEmail: 'help@barre.example',
      tagline: 'Empowering dance educators with resources, training, and community.',
      // The least that any plan of the demo school takes off.
      memberDiscounts: { resource: 10, course: 10, booking: 10 },
    });
  });

  it('always has one row of settings', async () => {
    await expect(ctx.pool.query('insert into settings (id) values (2)')).rejects.toThrow(
      'settings_single_row',
    );
  });

  it('has a robots.txt for search engines', async () => {
    const robots = await app.inject('/robots.txt');
    expect(robots.body).toContain('Sitemap: https://dance.example/sitemap.xml');
    const sitemap = await app.inject('/sitemap.xml');
    expect(sitemap.headers['content-type']).toContain('application/xml');
    expect(sitemap.body).toContain('<loc>https://dance.example/about</loc>');
  });
});

describe('an error in a browser', () => {
  it('is stored under a reference', async () => {
    const body = { message: 'x is not a function', path: '/about', stack: 'at y', extra: 'dropped' };
    const answer = await call(reportClientError, { body });
    expect(answer.statusCode).toBe(201);
    const { reference } = answer.json<{ reference: string }>();
    expect(reference).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    const { rows } = await ctx.pool.query(
      'select message, path, stack from client_errors where reference = $1',
      [reference],
    );
    expect(rows).toEqual([{ message: 'x is not a function', path: '/about', stack: 'at y' }]);
  });

  it.each([
    [{ message: '', path: '/' }, 'message'],
    [{ message: 'm', path: 'https://evil.example' }, 'path'],
    [{ message: 'm'.repeat(2001), path: '/' }, 'message'],
  ])('%# is rejected with the field named', async (body, field) => {
    const answer = await call(reportClientError, { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ details: { path: string }[] }>().details[0]?.path).toBe(field);
  });

  it('is deleted after thirty days, with expired sessions and limits', async () => {
    await ctx.pool.query(`update client_errors set created_at = $1`, [
      new Date(ctx.clock.now().getTime() - 31 * 86_400_000),
    ]);
    await ctx.pool.query(`insert into rate_limits values ('old', 1, 1000)`);
    await pruneJob.run(ctx, {});
    await pruneJob.run(ctx, {});
    const { rows } = await ctx.pool.query(
      `select (select count(*)::int from client_errors) as errors, (select count(*)::int from rate_limits where key = 'old') as limits`,
    );
    expect(rows).toEqual([{ errors: 0, limits: 0 }]);
  });
});
