// One small disk with the database and the files, as on a small server. Uploads stop before they use what the database
// needs; when the disk is full anyway, everything that can't be saved gets 503, and it all works again as soon as there
// is space.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { createSession } from '#server/platform/session.service.ts';
import { RESERVE_BYTES } from '#server/integrations/disk-space.ts';
import { uploadFiles } from '#shared/features/upload/upload.contract.ts';
import { expectNothingLost, startLoad, startOutages, untilBothReady, untilMoreSales } from './outage-load.ts';
import { report } from './report.ts';
import { mountSmallDisk } from './small-disk.ts';
import { FULL, until } from './two-servers.ts';

const MEGABYTE = 1024 * 1024;
/** The demo school, the reserve, and what uploads may use. */
const DISK_MEGABYTES = 460;

const disk = mountSmallDisk(DISK_MEGABYTES);
if (disk) afterAll(() => disk.unmount());

describe.runIf(disk)('a full disk', async () => {
  if (!disk) return;
  const outages = await startOutages({ within: disk.folder });
  const { db, rows, servers } = outages;
  const lines: string[] = [];
  afterAll(() => report('The disk is full', lines));
  const url = servers[0]?.url ?? '';
  const [seller] = await rows<{ id: number }>(`select id from users where username_key = 'seller'`);
  const session = await createSession({ clock: systemClock }, db, {
    userId: seller?.id ?? 0,
    address: '127.0.0.1',
    userAgent: 'test',
  });

  /** As one form, chunk by chunk, without a content length. */
  async function send(megabytes: number) {
    const boundary = 'the-edge-between';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="class.txt"\r\n\r\n`;
    let lowest = Number.POSITIVE_INFINITY;
    async function* body() {
      yield Buffer.from(head);
      for (let sent = 0; sent < megabytes; sent++) {
        yield Buffer.alloc(MEGABYTE, 'plié ');
        lowest = Math.min(lowest, disk?.freeBytes() ?? 0);
      }
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    }
    const answer = await fetch(`${url}${uploadFiles.path}`, {
      method: 'POST',
      headers: {
        cookie: `releve_session=${session.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: ReadableStream.from(body()),
      duplex: 'half',
      signal: AbortSignal.timeout(120_000),
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, retryAfter: answer.headers.get('retry-after'), lowest };
  }

  it('an upload of unknown length stops at the reserve, and the next one that fits is accepted', async () => {
    const room = disk.freeBytes() - RESERVE_BYTES;
    expect(room).toBeGreaterThan(20 * MEGABYTE);
    const refused = await send(Math.ceil(room / MEGABYTE) + 150);
    expect(refused).toMatchObject({ status: 503, code: 'insufficient_storage', retryAfter: '60' });
    // At most sixteen megabytes of the reserve: what was in flight when it was noticed.
    expect(refused.lowest).toBeGreaterThan(RESERVE_BYTES - 16 * MEGABYTE);
    // What had arrived is deleted.
    await expect.poll(() => disk.freeBytes()).toBeGreaterThan(RESERVE_BYTES + room - 10 * MEGABYTE);
    expect(await rows(`select 1 from uploads where state = 'sending'`)).toEqual([]);
    expect((await send(1)).status).toBe(201);
    lines.push(
      `An upload of ${Math.ceil(room / MEGABYTE) + 150} MB of unknown length, with space for ${Math.floor(room / MEGABYTE)} MB besides the reserve: 503, at least ${Math.floor(refused.lowest / MEGABYTE)} MB stayed free, nothing was stored, and the next one was accepted`,
    );
  });

  it('a full database disk: 503, nothing half-saved, and working again without a restart', async () => {
    const load = await startLoad(outages);
    await untilMoreSales(load);
    const fills = FULL ? 5 : 1;
    const back: number[] = [];
    for (let time = 0; time < fills; time++) {
      const before = load.statuses.get(503) ?? 0;
      disk.fill(0);
      await until(
        'the full disk is noticed',
        120,
        async () => load.statuses.get(503) ?? 0,
        (now) => now > before + 20,
      );
      expect(await send(1)).toMatchObject({ status: 503 });
      await sleep(1000);
      disk.makeRoom();
      back.push(await untilBothReady(outages));
      await untilMoreSales(load);
    }
    await load.stop();
    const { charges, refunded } = await expectNothingLost(outages, load);
    const counted = [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    lines.push(
      `The disk of PostgreSQL filled ${fills} times during checkouts: both processes survived; responses ${counted}; ${charges} charges, ${charges - refunded} fulfilled, ${refunded} refunded, none twice; the ledger sums to zero; ready ${(Math.max(...back) / 1000).toFixed(1)} s at most after space was freed`,
    );
    expect((await send(1)).status).toBe(201);
  });
});
