ALTER TABLE "item_progress" ADD COLUMN "played_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "item_progress" ADD COLUMN "playable_seconds" double precision DEFAULT 30 NOT NULL;--> statement-breakpoint
UPDATE "item_progress" SET "played_at" = "updated_at",
  "playable_seconds" = 30 + (SELECT coalesce(sum(upper(r) - lower(r)), 0) FROM unnest("played") r)
WHERE NOT isempty("played");
