ALTER TABLE "membership_seats" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_seats" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "membership_seats" ADD COLUMN "key_hash" "bytea";--> statement-breakpoint
ALTER TABLE "membership_seats" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_seats_email" ON "membership_seats" USING btree ("membership_id",lower(email)) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_seats_key" ON "membership_seats" USING btree ("key_hash");--> statement-breakpoint
ALTER TABLE "membership_seats" ADD CONSTRAINT "membership_seats_state" CHECK (case when "membership_seats"."ended_at" is null
        then ("membership_seats"."user_id" is null) = ("membership_seats"."key_hash" is not null) and ("membership_seats"."user_id" is not null or "membership_seats"."email" is not null)
        else "membership_seats"."key_hash" is null and "membership_seats"."email" is null end);
--> statement-breakpoint
-- As many teachers as the plan is for, never more. Whoever adds one waits for others who do.
CREATE FUNCTION membership_seat_is_in_plan() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  allowed integer;
begin
  select p.seats into allowed from memberships m join plans p on p.id = m.plan_id
    where m.id = new.membership_id for no key update of m;
  if (select count(*) from membership_seats where membership_id = new.membership_id and ended_at is null) > allowed then
    raise exception 'membership % has no seat left', new.membership_id
      using errcode = 'check_violation', constraint = 'membership_seat_is_in_plan';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER membership_seat_is_in_plan AFTER INSERT OR UPDATE OF membership_id, ended_at ON membership_seats
  FOR EACH ROW WHEN (new.ended_at IS NULL) EXECUTE FUNCTION membership_seat_is_in_plan();
