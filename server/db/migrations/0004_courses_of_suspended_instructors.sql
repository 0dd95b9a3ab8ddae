ALTER TABLE "courses" ALTER COLUMN "is_listed" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "is_listed" SET DEFAULT false;--> statement-breakpoint
UPDATE "courses" SET "is_listed" = false FROM "users" WHERE "users"."id" = "courses"."instructor_id" AND "users"."state" <> 'active';--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_listed_is_published" CHECK (not "courses"."is_listed" or "courses"."state" = 'published');--> statement-breakpoint
-- A course is listed while it is published and its instructor's account is active. Publishing and transferring lock the
-- account: without it, a suspension in the same moment would not see the course, and it would stay on sale.
CREATE FUNCTION courses_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'published' and
    (tg_op = 'INSERT' or old.state <> 'published' or old.instructor_id <> new.instructor_id) then
    perform 1 from users where id = new.instructor_id for share;
  end if;
  new.is_listed := new.state = 'published'
    and exists (select 1 from users where id = new.instructor_id and state = 'active');
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER courses_keep_listed BEFORE INSERT OR UPDATE OF state, instructor_id, is_listed ON courses
  FOR EACH ROW EXECUTE FUNCTION courses_keep_listed();
--> statement-breakpoint
CREATE FUNCTION instructor_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update courses set is_listed = is_listed where instructor_id = new.id and state = 'published';
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_courses_listed AFTER UPDATE OF state ON users
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION instructor_keep_listed();
