// The least a shop can do: node:http and prepared statements on the same tables. A line is put into a cart; an order is
// written with its line, its part, its payment, access, what the seller earned and the books, in one transaction. No
// session, no gateway, no mail, nothing checked.
import http from 'node:http';
import pg from 'pg';

const [port = '', connectionString = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });

const CART = {
  name: 'cart',
  text: `insert into cart_items (user_id, item_type, item_id, seen_price_cents, created_at)
    select $1, 'resource', id, price_cents, now() from resources where id = $2 and is_listed
    on conflict (user_id, item_type, item_id) do update set quantity = cart_items.quantity + 1
    returning id, item_id, quantity, seen_price_cents`,
};

/** Each takes what the one before it gave. */
const ORDER = {
  name: 'order',
  text: `insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at,
      expires_at, paid_at)
    select $1, 'bench@releve.example', 'Bench', 'paid', price_cents, price_cents, false, '', now(), now(), now()
    from resources where id = $2 returning id, total_cents`,
};
const LINE = {
  name: 'line',
  text: `with line as (
      insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents, quantity,
        amount_cents, buyer, is_live)
      select $1, 0, 'resource', r.id, r.title, 'resource', s.name, $3, 1, $3, 'u' || $4::int, true
      from resources r join sellers s on s.user_id = r.seller_id where r.id = $2 returning id
    )
    insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
    select $1, line.id, 'resource', r.id, r.title, r.seller_id, $3::bigint, ($3::bigint * 1500 + 5000) / 10000
    from line, resources r where r.id = $2 returning line_id, seller_id, fee_cents`,
};
const PAYMENT = {
  name: 'payment',
  text: `insert into payments (order_id, gateway, gateway_id, amount_cents, currency, state, created_at, updated_at)
    values ($1, 'sandbox', 'bare_' || $1::int, $2, 'USD', 'succeeded', now(), now()) returning id`,
};
const ACCESS = {
  name: 'access',
  text: `with earned as (
      insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
      select id, order_id, seller_id, amount_cents - fee_cents, now() + interval '7 days' from order_parts where line_id = $3
    )
    insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
    values ($1, 'resource', $2, 'order_line', $3::int::text, now())`,
};
const BOOKS = {
  name: 'books',
  text: `with sale as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      values ('sale', 'payment ' || $1::int, $2, now()) returning id
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select sale.id, line.account, line.seller, line.cents, 'USD' from sale, (values
      ('gateway', null, $3::bigint), ('platform_revenue', null, -$4::bigint), ('seller_payable', $5::int, $4::bigint - $3::bigint)
    ) as line (account, seller, cents) where line.cents <> 0`,
};

type Body = { userId: number; itemId: number };
type Ordered = { id: number; total_cents: string };
type Lined = { line_id: number; seller_id: number; fee_cents: string };

async function buy({ userId, itemId }: Body): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: orders } = await client.query<Ordered>({ ...ORDER, values: [userId, itemId] });
    const [order] = orders;
    if (!order) throw new Error('There is no such thing');
    const total = order.total_cents;
    const { rows: lines } = await client.query<Lined>({ ...LINE, values: [order.id, itemId, total, userId] });
    const [line] = lines;
    const { rows: paid } = await client.query<{ id: number }>({ ...PAYMENT, values: [order.id, total] });
    await client.query({ ...ACCESS, values: [userId, itemId, line?.line_id] });
    await client.query({
      ...BOOKS,
      values: [paid[0]?.id, order.id, total, line?.fee_cents, line?.seller_id],
    });
    await client.query('commit');
    return { orderId: order.id, status: 'paid' };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function putIntoCart({ userId, itemId }: Body): Promise<object> {
  const { rows } = await pool.query<object>({ ...CART, values: [userId, itemId] });
  return { item: rows[0] };
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let sent = '';
  for await (const part of request.setEncoding('utf8')) sent += String(part);
  const body = JSON.parse(sent) as Body;
  const text = JSON.stringify(request.url === '/cart' ? await putIntoCart(body) : await buy(body));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

http
  .createServer((request, response) => {
    if (request.url === '/') response.end('ready');
    else answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  })
  .listen(Number(port), '127.0.0.1');
