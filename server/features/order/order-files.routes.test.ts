// A guest's order key opens the files that were paid for: counted, stamped, for five minutes at a time, until a refund or a
// dispute. Confirming the address attaches the order once.
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PdfWriter from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { createBundle, createCourse } from '#server/seed/factories.ts';
import { resendVerification, verifyEmail } from '#shared/features/account/account.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getOrder, listOrders, listPurchases } from '#shared/features/order/order.contract.ts';
import { getOrderFiles, listPendingOrders, type OrderItem } from '#shared/features/order/order.contract.ts';
import { getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { tokenMailed } from '../../../tests/server/mails.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { downloadsOf, resourceWithFiles, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { app, ctx, call } = await testApp();
const MINUTE = 60_000;

type Item = { itemType: string; itemId: number; quantity?: number };
type Bought = { orderId: number; key: string };
type Files = { expiresAt: string; dispute: string | null; items: OrderItem[] };

let places = 0;
const from = () => `10.5.${Math.floor(++places / 200)}.${(places % 200) + 1}`;

async function onSale(files = ['plan.txt'], priceCents = 1200) {
  const seller = await someSeller(ctx);
  const resource = await resourceWithFiles(ctx, { sellerId: seller.id, priceCents, files });
  return { ...resource, seller, item: { itemType: 'resource' as const, itemId: resource.id } };
}

async function buyAsGuest(items: Item[], who: object = {}): Promise<Bought> {
  const body = { ...MARA, email: `g-${randomUUID()}@example.com`, ...who, items, card: CARDS.good };
  const answer = await call(simpleCheckout, { body, from: from() });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Bought>();
}

const ask = (id: number, key?: string, headers?: Record<string, string>) =>
  call(getOrderFiles, {
    params: { id },
    query: key ? { key } : {},
    from: from(),
    ...(headers && { headers }),
  });

const filesOf = async ({ orderId, key }: Bought) => (await ask(orderId, key)).json<Files>();

/** Without any session, as a browser on another device. */
const fetchLink = (url = '') => app.inject({ url, remoteAddress: from() });

const firstLink = async (bought: Bought, at = 0) => (await filesOf(bought)).items[at]?.files[0]?.url ?? '';

describe('the key of a guest order', () => {
  it('opens every paid file, with links valid for five minutes', async () => {
    const [one, two] = [await onSale(['plan.txt', 'music.mp3']), await onSale()];
    const bought = await buyAsGuest([one.item, { ...two.item, quantity: 4 }]);
    const answer = await ask(bought.orderId, bought.key);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { expiresAt, items, dispute: bank } = answer.json<Files>();
    expect(Date.parse(expiresAt) - ctx.clock.now().getTime()).toBeLessThanOrEqual(5 * MINUTE);
    expect(bank).toBeNull();
    expect(items).toMatchObject([
      { title: one.title, sellerName: 'Barre & Beyond', access: 'open', quantity: 1 },
      { title: two.title, access: 'open', quantity: 4 },
    ]);
    const sold = [one, two].flatMap(({ files }) => files);
    const links = items.flatMap(({ files }) => files);
    expect(links.map(({ id }) => id)).toEqual(sold.map(({ id }) => id));
    for (const [at, { url, name }] of links.entries()) {
      const sent = await fetchLink(url);
      expect(sent.statusCode).toBe(200);
      expect(sent.rawPayload.equals(sold[at]?.content ?? Buffer.alloc(0))).toBe(true);
      expect(sent.headers['content-disposition']).toContain(name);
      expect(sent.headers['cache-control']).toBe('private, no-store');
      // The key itself is in no link.
      expect(url).not.toContain(bought.key);
    }
  });

  it('opens the files of a bundle, and lists its courses without opening them', async () => {
    const [one, two] = [await onSale(), await onSale()];
    const course = await createCourse(ctx.db, { priceCents: 4000 });
    const bundle = await createBundle(ctx.db, {
      priceCents: 1800,
      items: [one.item, two.item, { itemType: 'course', itemId: course.id }],
    });
    const bought = await buyAsGuest([{ itemType: 'bundle', itemId: bundle.id }]);
    const { items } = await filesOf(bought);
    expect(
      items.map(({ itemType, title, bundleTitle, files }) => [itemType, title, bundleTitle, files.length]),
    ).toEqual([
      ['resource', one.title, bundle.title, 1],
      ['resource', two.title, bundle.title, 1],
      ['course', course.title, bundle.title, 0],
    ]);
    for (const at of [0, 1]) expect((await fetchLink(await firstLink(bought, at))).statusCode).toBe(200);
  });

  it('opens all files of a large order', async () => {
    const things = [];
    for (let at = 0; at < 25; at++) things.push(await onSale());
    const { items } = await filesOf(await buyAsGuest(things.map(({ item }) => item)));
    expect(items.map(({ itemId, files }) => [itemId, files.length])).toEqual(things.map(({ id }) => [id, 1]));
  });

  it('is required: no key, a wrong key or another order’s key opens nothing', async () => {
    const { item } = await onSale();
    const [mine, other] = [await buyAsGuest([item]), await buyAsGuest([item])];
    for (const key of [undefined, 'wrong', `${mine.key}x`, other.key]) {
      expect((await ask(mine.orderId, key)).statusCode).toBe(404);
    }
    expect((await ask(2_000_000_000, mine.key)).statusCode).toBe(404);
    // Being signed in as another user changes nothing; only the key matters.
    const { headers } = await someone(ctx);
    expect((await ask(mine.orderId, undefined, headers)).statusCode).toBe(404);
    expect((await ask(mine.orderId, mine.key, headers)).statusCode).toBe(200);
  });

  it('creates links for its own order only; a modified link opens nothing', async () => {
    const { item } = await onSale();
    const { item: unpaid, files } = await onSale();
    const [mine, other] = [await buyAsGuest([item]), await buyAsGuest([unpaid])];
    const url = await firstLink(mine);
    const [, token = ''] = /downloads\/(.+)$/.exec(url) ?? [];
    const [, seconds = '', signature = ''] = token.split('.');
    for (const changed of [
      url.replace(`/${mine.orderId}/`, `/${other.orderId}/`),
      url.replace(token, `${files[0]?.id}.${seconds}.${signature}`),
      url.replace(seconds, String(Number(seconds) + 60)),
      url.replace(signature, signature.slice(1)),
      `/api/orders/x/downloads/${token}`,
      `/api/orders/99999999999/downloads/${token}`,
    ]) {
      expect((await fetchLink(changed)).statusCode, changed).toBe(404);
    }
    // Nor does it work at the URL of a user's links.
    const { headers } = await someone(ctx);
    expect((await app.inject({ url: `/api/downloads/${token}`, headers })).statusCode).toBe(404);
    expect((await fetchLink(url)).statusCode).toBe(200);
  });

  it('creates links that expire', async () => {
    const bought = await buyAsGuest([(await onSale()).item]);
    const url = await firstLink(bought);
    ctx.clock.advance(5 * MINUTE);
    const late = await fetchLink(url);
    expect(late.statusCode).toBe(410);
    expect(late.json().message).toContain('Open your order and select Download again.');
    expect((await fetchLink(await firstLink(bought))).statusCode).toBe(200);
  });

  it('counts one download per order and day', async () => {
    const { id, item } = await onSale(['a.txt', 'b.txt']);
    const [mine, other] = [await buyAsGuest([item]), await buyAsGuest([item])];
    for (const bought of [mine, mine, other]) {
      for (const { url } of (await filesOf(bought)).items[0]?.files ?? []) await fetchLink(url);
    }
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 2, rows: 2 });
    ctx.clock.advance(24 * 60 * MINUTE);
    await fetchLink(await firstLink(mine));
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 3, rows: 3 });
  });

  it('stamps the buyer’s name and order number at the bottom of a PDF', async () => {
    const { id, item } = await onSale(['plan.pdf']);
    await makePdf(id);
    const library = await PDFiumLibrary.init();
    const foot = async (bought: Bought) => {
      const { rawPayload } = await fetchLink(await firstLink(bought));
      return (await library.loadDocument(rawPayload)).getPage(0).getText();
    };
    const [mine, other] = [
      await buyAsGuest([item]),
      await buyAsGuest([item], { name: '花子', email: 'hanako@example.com' }),
    ];
    const numberOf = async ({ orderId, key }: Bought) =>
      (await call(getOrder, { params: { id: orderId }, query: { key } })).json<{ number: string }>().number;
    expect(await foot(mine)).toContain(`Licensed to ${MARA.name} · ${await numberOf(mine)}`);
    expect(await foot(other)).toContain(`Licensed to hanako@example.com · ${await numberOf(other)}`);
    // The same copy again, to the byte.
    expect(await foot(mine)).toContain(await numberOf(mine));
  });
});

async function makePdf(id: number): Promise<void> {
  const doc = new PdfWriter();
  doc.text('Week 1').end();
  const pdf = await buffer(doc);
  const key = `test/${randomUUID()}`;
  await ctx.storage.put(key, pdf, { contentType: 'application/pdf' });
  await ctx.pool.query(
    `update resource_files set content_type = 'application/pdf', storage_key = $2, bytes = $3, sha256 = $4
     where resource_id = $1`,
    [id, key, pdf.length, createHash('sha256').update(pdf).digest('hex')],
  );
}

const reason = 'It was bought twice.';

describe('the files of a guest order end', () => {
  it('with a refund, line by line', async () => {
    const [one, two] = [await onSale(), await onSale()];
    const bought = await buyAsGuest([one.item, two.item]);
    const [first, second] = [await firstLink(bought, 0), await firstLink(bought, 1)];
    const lineId = (await filesOf(bought)).items[0]?.lineId;
    const params = { id: bought.orderId };
    await call(refundOrder, { params, body: { kind: 'line', lineId, reason } }, 'admin');
    await ctx.jobs.drain();
    // Links made before are worth nothing either.
    expect((await fetchLink(first)).statusCode).toBe(402);
    expect((await fetchLink(first)).json().message).toContain('refunded');
    expect((await fetchLink(second)).statusCode).toBe(200);
    expect((await filesOf(bought)).items).toMatchObject([
      { access: 'ended', files: [] },
      { access: 'open', files: [{ name: 'plan.txt' }] },
    ]);
    await call(refundOrder, { params, body: { kind: 'whole', reason } }, 'admin');
    await ctx.jobs.drain();
    expect((await filesOf(bought)).items).toMatchObject([{ access: 'ended' }, { access: 'ended' }]);
    expect((await fetchLink(second)).statusCode).toBe(402);
  });

  it('while its payment is disputed, and return if the dispute is won', async () => {
    const bought = await buyAsGuest([(await onSale()).item]);
    const url = await firstLink(bought);
    const states = [
      ['open', 'paused', 402],
      ['under_review', 'paused', 402],
      ['won', 'open', 200],
      ['lost', 'ended', 402],
      ['won', 'open', 200],
    ] as const;
    for (const [state, access, status] of states) {
      await dispute(ctx, bought.orderId, state);
      await hearGateway(ctx, bought.orderId);
      expect(await filesOf(bought)).toMatchObject({ items: [{ access }] });
      expect((await fetchLink(url)).statusCode, state).toBe(status);
    }
  });

  it('also for a user who attaches a disputed order to their account', async () => {
    const person = await unproved();
    const thing = await onSale();
    const course = await createCourse(ctx.db, { priceCents: 5000 });
    const bought = await buyAsGuest([thing.item, { itemType: 'course', itemId: course.id }], person.bought);
    await dispute(ctx, bought.orderId, 'open');
    await hearGateway(ctx, bought.orderId);
    await person.confirm();
    expect((await call(listPurchases, person.as())).json()).toMatchObject({ total: 0 });
    const asked = { params: { id: thing.id }, ...person.as() };
    expect((await call(getResourceDownloads, asked)).statusCode).toBe(402);
    await dispute(ctx, bought.orderId, 'under_review');
    await hearGateway(ctx, bought.orderId);
    expect((await call(getResourceDownloads, asked)).statusCode).toBe(402);
    await dispute(ctx, bought.orderId, 'won');
    await hearGateway(ctx, bought.orderId);
    expect((await call(getResourceDownloads, asked)).statusCode).toBe(200);
    expect(await enrollmentsOf(person.id)).toEqual(['active']);
  });
});

const enrollmentsOf = async (userId: number) => {
  const { rows } = await ctx.pool.query<{ state: string }>(
    'select state from enrollments where user_id = $1',
    [userId],
  );
  return rows.map(({ state }) => state);
};

/** An account whose address nobody has confirmed yet. */
async function unproved() {
  const person: Caller = await newcomer(ctx);
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [person.id]);
  const as = () => ({ headers: { cookie: person.cookie }, from: from() });
  const link = async () => {
    // Mails of one moment have no order.
    ctx.clock.advance(1);
    await call(resendVerification, as());
    return tokenMailed(ctx, person.email, /Confirm your address/);
  };
  const open = (token: string) => call(verifyEmail, { body: { token }, from: from() });
  const confirm = async () => expect((await open(await link())).statusCode).toBe(200);
  return { ...person, as, link, open, confirm, bought: { email: person.email } };
}

describe('an order waiting for its buyer to confirm their address', () => {
  it('shows only its number, and only to the account with its address', async () => {
    const person = await unproved();
    const bought = await buyAsGuest([(await onSale()).item], { email: person.email.toUpperCase() });
    const { rows } = await ctx.pool.query<{ number: string }>('select number from orders where id = $1', [
      bought.orderId,
    ]);
    const waiting = async (who: { as: typeof person.as }) => (await call(listPendingOrders, who.as())).json();
    expect(await waiting(person)).toEqual([{ number: rows[0]?.number }]);
    expect(await waiting(await unproved())).toEqual([]);
    expect((await call(listPendingOrders, { from: from() })).statusCode).toBe(401);
    await person.confirm();
    expect(await waiting(person)).toEqual([]);
    expect((await call(listPurchases, person.as())).json()).toMatchObject({ total: 1 });
  });

  it('is attached once, even when confirmed repeatedly in several tabs', async () => {
    const person = await unproved();
    const thing = await onSale();
    const course = await createCourse(ctx.db, { priceCents: 5000 });
    const bought = await buyAsGuest([thing.item, { itemType: 'course', itemId: course.id }], person.bought);
    const [one, two] = [await person.link(), await person.link()];
    const answers = await Promise.all([one, one, two, two, one].map((token) => person.open(token)));
    // The newer link may have replaced the older one; nothing else may go wrong.
    expect(
      answers.map(({ statusCode }) => statusCode).filter((code) => code !== 200 && code !== 410),
    ).toEqual([]);
    const { rows } = await ctx.pool.query(
      `select count(*)::int as rows, count(distinct user_id)::int as holders, min(user_id) as holder
       from entitlements e join order_lines l on e.cause_ref = l.id::text and e.cause = 'order_line'
       where l.order_id = $1`,
      [bought.orderId],
    );
    expect(rows).toEqual([{ rows: 2, holders: 1, holder: person.id }]);
    expect(await enrollmentsOf(person.id)).toEqual(['active']);
    expect((await call(listOrders, person.as())).json()).toMatchObject({ total: 1 });
  });

  it('is attached when payment and confirmation happen at the same moment', async () => {
    const person = await unproved();
    const { item } = await onSale();
    const confirming = await ctx.pool.connect();
    try {
      await confirming.query('begin');
      await confirming.query('update users set email_verified_at = now() where id = $1', [person.id]);
      let isPaid = false;
      const paying = buyAsGuest([item], person.bought).finally(() => (isPaid = true));
      const isHeldUp = async () => {
        const { rows } = await ctx.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return isPaid || rows.length > 0;
      };
      await expect.poll(isHeldUp, { timeout: 20_000 }).toBe(true);
      await confirming.query('commit');
      await paying;
    } finally {
      confirming.release();
    }
    expect((await call(listPurchases, person.as())).json()).toMatchObject({ total: 1 });
  });

  it('grants nothing for a line refunded earlier', async () => {
    const person = await unproved();
    const [one, two] = [await onSale(), await onSale()];
    const bought = await buyAsGuest([one.item, two.item], person.bought);
    const lineId = (await filesOf(bought)).items[0]?.lineId;
    const body = { kind: 'line', lineId, reason };
    await call(refundOrder, { params: { id: bought.orderId }, body }, 'admin');
    await ctx.jobs.drain();
    await person.confirm();
    const statusOf = async (id: number) =>
      (await call(getResourceDownloads, { params: { id }, ...person.as() })).statusCode;
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual([402, 200]);
  });

  it('still opens with its key afterwards; its owner downloads with their session', async () => {
    const person = await unproved();
    const thing = await onSale();
    const bought = await buyAsGuest([thing.item], person.bought);
    await person.confirm();
    expect((await fetchLink(await firstLink(bought))).statusCode).toBe(200);
    const own = (await call(getOrderFiles, { params: { id: bought.orderId }, ...person.as() })).json<Files>();
    const url = own.items[0]?.files[0]?.url ?? '';
    expect(url).toMatch(/^\/api\/downloads\//);
    expect((await app.inject({ url, headers: { cookie: person.cookie } })).statusCode).toBe(200);
    expect((await fetchLink(url)).statusCode).toBe(401);
  });
});
