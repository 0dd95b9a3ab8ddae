// Notifications and announcements of the demo school, in SQL: each about something that is really there, so that every
// link leads somewhere. The latest are unread.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

export async function fillAnnouncements(tx: Tx, { now }: { now: Date }): Promise<void> {
  await tx.execute(sql`
    with course as (
      select c.id, c.instructor_id from courses c join users u on u.id = c.instructor_id
      where u.username = 'instructor' and c.state = 'published'
      order by exists (select from enrollments n join users m on m.id = n.user_id
        where n.course_id = c.id and m.username = 'member') desc, c.id limit 1
    ), audience as (
      select n.user_id from enrollments n join course on course.id = n.course_id
      join users u on u.id = n.user_id and u.state = 'active'
      where n.state in ('active', 'completed') and n.user_id <> course.instructor_id
    ), sent as (
      insert into announcements (sender_id, audience, item_id, subject, text, state, planned_count, recipient_count,
        reached_user_id, created_at)
      select instructor_id, 'students', id, 'New video for module 2',
        ${`Several of you asked how to mark the arms without losing the back.\n\nI’ve added a short video to module 2. Watch it before the next exercise, and tell me whether it helps.`},
        'sent', (select count(*) from audience), (select count(*) from audience),
        coalesce((select max(user_id) from audience), 0), ${now}::timestamptz - interval '26 hours'
      from course where exists (select from audience)
      returning id)
    insert into announcement_recipients (announcement_id, user_id) select sent.id, audience.user_id from sent, audience`);
  await tx.execute(sql`
    with store as (select id from users where username = 'seller'),
    audience as (
      select f.user_id from seller_follows f join store on store.id = f.seller_id
      join users u on u.id = f.user_id and u.state = 'active'
    ), sent as (
      insert into announcements (sender_id, audience, subject, text, state, planned_count, recipient_count, reached_user_id,
        created_at)
      select id, 'followers', 'Salsa counts, slower',
        ${`I’m recording the salsa counts again at 76 and 84 beats a minute, for classes that are just starting.\n\nWhich other tempos would you use? Write back and I’ll add the ones most of you need.`},
        'sent', (select count(*) from audience), (select count(*) from audience), (select max(user_id) from audience),
        ${now}::timestamptz - interval '4 days'
      from store where exists (select from audience)
      returning id)
    insert into announcement_recipients (announcement_id, user_id) select sent.id, audience.user_id from sent, audience`);
}

/** After everything they are about. */
export async function fillNotifications(tx: Tx, { now }: { now: Date }): Promise<void> {
  const at = sql`${now}::timestamptz`;
  await tx.execute(sql`
    with demo as (
      select id, username from users
      where username in ('admin', 'officer', 'seller', 'instructor', 'member', 'multi')
    ), news as (
      select d.id as user_id, case a.audience when 'students' then 'course-announcement' else 'store-announcement' end as kind,
        'announcement ' || a.id as key, trim(coalesce(s.name, u.first_name || ' ' || u.last_name)) || ': ' || a.subject as title,
        '/announcements/' || a.id as link, 'announcement' as object_type, a.id as object_id, a.subject as object_title,
        a.created_at
      from demo d join announcement_recipients r on r.user_id = d.id join announcements a on a.id = r.announcement_id
      join users u on u.id = a.sender_id left join sellers s on s.user_id = u.id
      union all
      select d.id, 'order-receipt', 'demo ' || o.id, 'Your order ' || o.number || ' at Relevé', '/orders/' || o.id,
        'order', o.id, o.number, o.paid_at
      from demo d join lateral (
        select id, number, paid_at from orders where user_id = d.id and paid_at is not null order by paid_at desc, id desc limit 3
      ) o on true
      union all
      select d.id, 'certificate-issued', 'demo ' || c.id, 'Your certificate: ' || c.course_title, '/certificates/' || c.id,
        'certificate', c.id, c.course_title, c.issued_at
      from demo d join certificates c on c.user_id = d.id
      union all
      select d.id, 'booking-change', 'demo ' || b.id, 'Booked: ' || r.title, '/my-bookings/' || b.id, 'booking', b.id, r.title,
        b.created_at
      from demo d join bookings b on b.user_id = d.id join reservations r on r.id = b.reservation_id
      where b.state in ('confirmed', 'completed')
      union all
      select d.id, 'booking-change', 'demo taught ' || t.id, 'New booking: ' || t.title, '/instructor/bookings/' || t.id,
        'booking', t.id, t.title, t.created_at
      from demo d join lateral (
        select b.id, r.title, b.created_at from reservations r join bookings b on b.reservation_id = r.id
        where r.instructor_id = d.id and b.state = 'confirmed' order by b.created_at desc, b.id desc limit 3) t on true
      union all
      select d.id, 'payout-paid', 'demo ' || p.id, 'Your payout is on its way', '/seller/payments', 'payout', p.id, 'Payout',
        p.created_at
      from demo d join lateral (
        select id, created_at from payouts where seller_id = d.id and state = 'paid' order by id desc limit 2) p on true
      union all
      select d.id, 'resource-decision', 'demo ' || r.id, 'Approved: “' || r.title || '”', '/curriculum/' || r.id, 'resource', r.id,
        r.title, r.created_at
      from demo d join lateral (
        select id, title, created_at from resources where seller_id = d.id and state = 'published'
        order by created_at desc, id desc limit 3) r on true
      union all
      select d.id, 'course-question', 'demo ' || p.id, 'New question: ' || p.title,
        '/courses/' || p.course_id || '/lessons/' || p.lesson_id, 'course', p.course_id, p.course_title, p.created_at
      from demo d join lateral (
        select p.id, l.title, l.id as lesson_id, c.id as course_id, c.title as course_title, p.created_at
        from courses c join course_modules m on m.course_id = c.id join lessons l on l.module_id = m.id
        join discussion_posts p on p.lesson_id = l.id and p.question_id is null
        where c.instructor_id = d.id and p.user_id <> d.id and p.deleted_at is null order by p.created_at desc, p.id desc limit 3) p on true
      union all
      select d.id, 'application-decision', 'demo ' || a.id, 'You can ' || a.kind || ' at Relevé now',
        case a.kind when 'sell' then '/seller-dashboard' else '/instructor/dashboard' end, 'application', a.id, 'Application',
        a.decided_at
      from demo d join applications a on a.user_id = d.id and a.state = 'approved' and a.decided_at is not null
      union all
      select d.id, 'account-security', 'demo password', 'Your password at Relevé was changed', '/profile/security',
        null, null, null, ${at} - interval '20 days'
      from demo d where d.username in ('admin', 'officer')
    )
    insert into notifications (user_id, kind, key, title, link, object_type, object_id, object_title, group_key, is_in_bell,
      created_at, read_at)
    select user_id, kind, key, left(title, 300), link, object_type, object_id, left(object_title, 300),
      case kind when 'course-question' then kind || ' ' || object_type || ' ' || object_id else kind || ' ' || key end,
      true, created_at, case when created_at < ${at} - interval '3 days' then created_at + interval '5 hours' end
    from news where created_at between ${at} - interval '170 days' and ${at}
    order by created_at, user_id, kind, key`);
}
