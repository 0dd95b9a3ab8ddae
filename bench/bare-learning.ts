// The yardstick for the classroom: node:http with one prepared statement a request, which reads or writes the same rows
// and checks nothing.
import http from 'node:http';
import pg from 'pg';

const [, , port, connectionJson] = process.argv;
const pool = new pg.Pool({ max: 10, ...(JSON.parse(connectionJson ?? '{}') as pg.PoolConfig) });

const STATEMENTS: Readonly<Record<string, string>> = {
  '/classroom': `
    select i.*, p.completed_at is not null as "isCompleted" from (
      select m.id as "moduleId", m.position as "modulePosition", l.position, 'lesson' as "itemType", l.id as "itemId",
        l.title, l.kind, l.minutes
      from lessons l join course_modules m on m.id = l.module_id
      where m.course_id = $2 and l.removed_at is null and m.removed_at is null
      union all
      select m.id, m.position, q.position, 'quiz', q.id, q.title, null, null
      from quizzes q join course_modules m on m.id = q.module_id
      where m.course_id = $2 and q.removed_at is null and m.removed_at is null) i
    left join item_progress p on p.user_id = $1 and p.item_type = i."itemType" and p.item_id = i."itemId"
    order by i."modulePosition", i.position`,
  '/progress': `
    with seen as (
      insert into course_progress as c (user_id, course_id, started_at, last_seen_at, last_item_type, last_item_id)
      values ($1, $2, now(), now(), 'lesson', $3)
      on conflict (user_id, course_id) do update set last_seen_at = now(), last_item_id = excluded.last_item_id
      returning 1)
    insert into item_progress as p (user_id, item_type, item_id, course_id, opened_at, position, played, updated_at)
    select $1, 'lesson', $3, $2, now(), $4, '{[0,35)}', now() from seen
    on conflict (user_id, item_type, item_id) do update set
      position = excluded.position, played = p.played + excluded.played, updated_at = now()
    returning p.position`,
  '/answer': `
    insert into quiz_answers as a (attempt_id, question_id, answer, is_flagged, saved_at)
    values ($1, $2, '{"choice":"a"}', false, now())
    on conflict (attempt_id, question_id) do update set answer = excluded.answer, saved_at = now()
    returning saved_at`,
};

async function answer(address: string, response: http.ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(address, 'http://bare');
  const text = STATEMENTS[pathname];
  const values = searchParams.getAll('v').map(Number);
  const { rows } = text ? await pool.query<object>({ name: pathname, text, values }) : { rows: [] };
  const body = JSON.stringify(rows);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

http
  .createServer((request, response) => {
    answer(request.url ?? '/', response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  })
  .listen(Number(port), '127.0.0.1');
