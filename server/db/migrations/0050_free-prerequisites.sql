-- The courses a learner still has to finish before the lessons of this one open: the one rule for selling, enrolling,
-- opening and completing. Nothing is missing for someone who was let in before, by staff or the course's instructor, or
-- before the course asked for it.
CREATE FUNCTION missing_prerequisites(of_course integer, learner integer, as_of timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE AS $$
  select p.requires_id from course_prerequisites p join courses c on c.id = p.requires_id
  where p.course_id = of_course and c.is_listed and c.instructor_id is distinct from learner
    and not exists (select from course_progress d
      where d.user_id = learner and d.course_id = c.id and d.completed_at is not null)
    and not exists (select from certificates t
      where t.user_id = learner and t.course_id = c.id and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > as_of))
    and not exists (select from course_progress d
      where d.user_id = learner and d.course_id = of_course
        and (d.completed_at is not null or d.repeated_at is not null))
    and not exists (select from item_progress i left join lessons l on i.item_type = 'lesson' and l.id = i.item_id
      where i.user_id = learner and i.course_id = of_course and l.is_preview is not true)
    and not exists (select from entitlements e
      where e.user_id = learner and e.item_type = 'course' and e.item_id = of_course and e.cause = 'grant'
        and e.state = 'active' and (e.ends_at is null or e.ends_at > as_of))
$$;
--> statement-breakpoint
-- With what those build on in turn.
CREATE FUNCTION needed_prerequisites(of_course integer, learner integer, as_of timestamptz) RETURNS SETOF integer
  LANGUAGE sql STABLE AS $$
  with recursive needed(id) as (
    select id from missing_prerequisites(of_course, learner, as_of) m(id)
    union
    select m.id from needed n cross join lateral missing_prerequisites(n.id, learner, as_of) m(id)
  )
  select id from needed where id <> of_course
$$;
--> statement-breakpoint
-- What of it is free comes with the course, however that was obtained.
CREATE FUNCTION enrollments_add_free_prerequisites() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  added integer;
begin
  for added in
    select c.id from needed_prerequisites(new.course_id, new.user_id, new.created_at) n(id)
    join courses c on c.id = n.id where c.price_cents = 0 order by c.id
  loop
    insert into entitlements (user_id, item_type, item_id, cause, created_at)
    select new.user_id, 'course', added, 'free', new.created_at
    where not exists (select from entitlements e
      where e.user_id = new.user_id and e.item_type = 'course' and e.item_id = added and e.state = 'active'
        and (e.ends_at is null or e.ends_at > new.created_at))
    on conflict do nothing;
    insert into enrollments (user_id, course_id, created_at) values (new.user_id, added, new.created_at)
    on conflict do nothing;
  end loop;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER enrollments_add_free_prerequisites AFTER INSERT ON enrollments
  FOR EACH ROW EXECUTE FUNCTION enrollments_add_free_prerequisites();
