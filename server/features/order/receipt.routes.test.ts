// Receipts as PDFs: who may download them, and their content, read back from the file.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { describe, expect, it } from 'vitest';
import { startCheckout, simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getReceipt, type Order } from '#shared/features/order/order.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { renderReceipt } from './receipt.pdf.ts';

const app = await testApp();
const { ctx, call } = app;

async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
  document.destroy();
  library.destroy();
  return texts;
}

describe('the receipt of an order', () => {
  it('shows number, date, buyer, lines, sellers and total, to its buyer only', async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    const { orderId } = (
      await call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...buyer })
    ).json();
    const params = { id: orderId as number };
    const answer = await call(getReceipt, { params, ...buyer });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/pdf');
    const number = `RV-${String(orderId).padStart(6, '0')}`;
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${number}.pdf"`);
    const [text = '', ...more] = await pagesOf(answer.rawPayload);
    expect(more).toEqual([]);
    for (const words of [number, 'Relevé', 'Mara Okafor', MARA.email, thing.title, '$24.00', 'Total']) {
      expect(text).toContain(words);
    }
    expect(text).toContain(String(ctx.clock.now().getUTCFullYear()));
    expect(text).toContain(`/orders/${orderId}`);
    expect(text).not.toContain('Refunded');

    const stranger = await someone(ctx);
    expect((await call(getReceipt, { params, ...stranger })).statusCode).toBe(404);
    expect((await call(getReceipt, { params })).statusCode).toBe(404);
    expect((await call(getReceipt, { params, query: { key: 'x'.repeat(43) } })).statusCode).toBe(404);
    expect((await call(getReceipt, { params: { id: 2_000_000_000 }, ...buyer })).statusCode).toBe(404);
  });

  it('opens for a guest with the key, but not before payment', async () => {
    const thing = await somethingFor(ctx, 900);
    const body = { ...MARA, email: 'guest@example.com', items: [thing.item], card: CARDS.good };
    const { orderId, key } = (await call(simpleCheckout, { body })).json<{ orderId: number; key: string }>();
    const answer = await call(getReceipt, { params: { id: orderId }, query: { key } });
    expect((await pagesOf(answer.rawPayload))[0]).toContain('guest@example.com');

    const { buyer } = await someBuyer(app);
    const begun = (await call(startCheckout, { body: {}, ...buyer })).json<{ orderId: number }>();
    const early = await call(getReceipt, { params: { id: begun.orderId }, ...buyer });
    expect(early.statusCode).toBe(404);
    expect(early.json().message).toContain('hasn’t been paid');
  });
});

describe('its content', () => {
  const line = (id: number, changes: Partial<Order['lines'][number]> = {}): Order['lines'][number] => ({
    id,
    itemType: 'resource',
    itemId: id,
    title: `Barre, part ${id}`,
    sellerName: 'Odile Marchetti',
    unitPrice: '24.00',
    quantity: 1,
    owned: '0.00',
    memberSaving: '0.00',
    amount: '24.00',
    discount: '0.00',
    imageUrl: null,
    href: `/curriculum/${id}`,
    isLive: true,
    ...changes,
  });
  const order = (changes: Partial<Order>): Order => ({
    id: 17,
    number: 'RV-000017',
    couponCode: null,
    state: 'paid',
    total: '24.00',
    currency: 'USD',
    lineCount: 1,
    titles: [],
    createdAt: '2026-11-13T10:00:00.000Z',
    paidAt: '2026-11-13T10:01:00.000Z',
    email: 'mara@example.com',
    name: 'Mara Okafor',
    zip: '97201',
    country: 'US',
    city: 'Portland',
    region: 'OR',
    subtotal: '24.00',
    discount: '0.00',
    credit: '0.00',
    tax: '0.00',
    refunded: '0.00',
    isGuest: false,
    lines: [line(1)],
    lastError: null,
    ...changes,
  });
  const read = async (changes: Partial<Order>) => {
    const site = {
      siteName: 'Relevé',
      supportEmail: 'hello@releve.example',
      orderUrl: 'https://x.example/17',
    };
    const parts: Uint8Array[] = [];
    for await (const part of renderReceipt(order(changes), site)) parts.push(part);
    return pagesOf(Buffer.concat(parts));
  };

  it('seats, deductions, discount, tax and refunds', async () => {
    const [text = ''] = await read({
      state: 'partially_refunded',
      subtotal: '66.00',
      discount: '6.60',
      tax: '1.20',
      total: '60.60',
      refunded: '10.00',
      lines: [
        line(1, { quantity: 2, amount: '48.00' }),
        line(2, {
          title: 'Three bundles',
          itemType: 'bundle',
          owned: '6.00',
          amount: '18.00',
          isLive: false,
        }),
      ],
    });
    expect(text).toContain('November 13, 2026, partly refunded');
    expect(text).toContain('Portland, OR 97201');
    expect(text).toContain('Odile Marchetti, 2 seats at $24.00');
    expect(text).toContain('less $6.00 you had already paid, refunded');
    expect(text).toMatch(/Subtotal \$66\.00 Discount −\$6\.60 Tax \$1\.20 Paid \$60\.60 Refunded −\$10\.00/);
    expect(text).toMatch(/Total after refunds \$50\.60/);
  });

  it('names in any script, or their replacement', async () => {
    const [text = ''] = await read({
      name: '山田 花子',
      lines: [line(7, { title: 'Основы 💃', sellerName: 'Łukasz Dvořák' })],
    });
    expect(text).toContain('For mara@example.com Portland');
    expect(text).toContain('Resource 7');
    expect(text).toContain('Lukasz Dvorák');
  });

  it('as many numbered pages as needed', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => line(at + 1));
    const pages = await read({ lines, subtotal: '2400.00', total: '2400.00' });
    expect(pages.length).toBeGreaterThan(4);
    for (const [at, text] of pages.entries()) expect(text).toContain(`RV-000017, page ${at + 1}`);
    const all = pages.join(' ');
    for (const { title } of lines) expect(all).toContain(title);
    expect(pages.at(-1)).toContain('Total $2,400.00');
  });
});
