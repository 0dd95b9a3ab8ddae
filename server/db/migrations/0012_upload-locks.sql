ALTER TABLE "uploads" ADD COLUMN "lock_token" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lock_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_lock_wanted" boolean DEFAULT false NOT NULL;