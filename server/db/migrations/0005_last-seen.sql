ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "last_seen_at" = greatest(
  (SELECT max("last_seen_at") FROM "sessions" WHERE "sessions"."user_id" = "users"."id"),
  (SELECT max("day") FROM "active_days" WHERE "active_days"."user_id" = "users"."id")::timestamp AT TIME ZONE 'UTC'
) WHERE "state" <> 'deleted';
