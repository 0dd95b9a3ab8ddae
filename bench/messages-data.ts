// People, sessions and messages for the measurements, made in the database itself: a million messages in a minute.
import type pg from 'pg';

/** The cookie of the n-th person. */
export const cookieOf = (n: number): string => `releve_session=bench-${n}`;

/** `userIds[n - 1]` is the id of the n-th person; each is signed in. */
export async function fillPeople(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (username, username_key, email, email_key, first_name, last_name, role, roles, password_hash,
       created_at, state, email_verified_at)
     select 'm' || n, 'm' || n, 'm' || n || '@bench.example', 'm' || n || '@bench.example', 'Ida', 'Quist ' || n,
       'user', '{user}', 'none', now(), 'active', now() from generate_series(1, $1) n order by n returning id`,
    [count],
  );
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select sha256(convert_to('bench-' || substr(username, 2), 'UTF8')), id, now(), now() + interval '1 day'
     from users where email like '%@bench.example'`,
  );
  return rows.map(({ id }) => id);
}

export async function insertConversation(client: pg.Client, userIds: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with c as (insert into conversations (thread_key, started_by, is_first_contact, created_at, last_message_at)
       values ($1, $2, false, now(), now()) returning id),
     m as (insert into conversation_members (conversation_id, user_id, joined_at)
       select c.id, unnest($3::int[]), now() from c)
     select id from c`,
    [userIds.join(','), userIds[0], userIds],
  );
  return rows[0]?.id ?? 0;
}

/** What one person has: conversations, and messages in each but the first, which has more. */
export type Shape = { conversations: number; each: number; first: number };

/** The demo member's. */
export const LIKE_DEMO: Shape = { conversations: 4, each: 4, first: 5 };
/** Someone who has sold and taught here for years. */
export const BUSY: Shape = { conversations: 500, each: 50, first: 20_000 };

/**
 * Conversations with others of this person, a message an hour back from now; the last of each is unread. One message in
 * two hundred has the word that is searched.
 */
export async function fillConversations(
  client: pg.Client,
  { conversations, each, first, userId }: Shape & { userId: number },
): Promise<void> {
  await client.query(
    `with others as (
       select id, row_number() over (order by id) as n from users
       where email like '%@bench.example' and id <> $1::int order by id limit $2),
     made as (
       insert into conversations (thread_key, started_by, is_first_contact, last_seq, created_at, last_message_at)
       select 'u' || $1::int || '-' || n, $1::int, false, case when n = 1 then $4::int else $3::int end, now() - interval '90 days',
         now() - n * interval '7 minutes' from others
       returning id, thread_key, last_seq, last_message_at),
     members as (
       insert into conversation_members (conversation_id, user_id, last_read_seq, joined_at)
       select made.id, who.id, made.last_seq - 1, now() from made
       join others on made.thread_key = 'u' || $1::int || '-' || others.n
       cross join lateral (values ($1::int), (others.id)) who(id))
     insert into messages (conversation_id, seq, sender_id, text, created_at)
     select made.id, seq, case when seq % 2 = 0 then $1::int else others.id end, ${TEXT},
       made.last_message_at - (made.last_seq - seq) * interval '1 minute'
     from made join others on made.thread_key = 'u' || $1::int || '-' || others.n
     cross join lateral generate_series(1, made.last_seq) seq`,
    [userId, conversations, each, first],
  );
}

/** Some words of a thousand, so that an index has something to do. */
const TEXT = `'Count ' || (seq * 7919 % 997) || ' and word' || (seq * 31 % 991) || ', then term' || (seq * 17 % 983)
  || case when seq % 200 = 3 then ' with castanets' else '' end || '. See you on Thursday, bring the music.'`;

/** Messages of other people, fifty to a conversation of two. */
export async function fillOthers(client: pg.Client, count: number): Promise<void> {
  // Faster than keeping it current row by row.
  await client.query('drop index messages_search');
  await client.query(
    `with people as (
       select id, row_number() over (order by id) as n, count(*) over () as total from users
       where email like '%@bench.example'),
     made as (
       insert into conversations (thread_key, started_by, is_first_contact, last_seq, created_at, last_message_at)
       select 'o' || n, (select min(id) from people), false, 50, now(), now() - n * interval '1 minute'
       from generate_series(1, $1::int / 50) n returning id, thread_key, last_message_at),
     members as (
       insert into conversation_members (conversation_id, user_id, last_read_seq, joined_at)
       select made.id, people.id, 49, now() from made
       join people on people.n in (3 + substr(thread_key, 2)::int * 13 % (total - 3), 3 + substr(thread_key, 2)::int * 29 % (total - 3))
       on conflict do nothing)
     insert into messages (conversation_id, seq, sender_id, text, created_at)
     select made.id, seq, null, ${TEXT}, made.last_message_at - (50 - seq) * interval '1 minute'
     from made cross join generate_series(1, 50) seq`,
    [count],
  );
  await client.query(
    `create index messages_search on messages using gin (conversation_id, to_tsvector('simple', text))`,
  );
}
