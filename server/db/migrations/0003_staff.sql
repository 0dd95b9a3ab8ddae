CREATE INDEX "applications_user_id" ON "applications" USING btree ("user_id");--> statement-breakpoint
-- Drizzle keeps when a migration was written; staff want to know when it was applied. Earlier ones stay unknown.
ALTER TABLE "drizzle"."__drizzle_migrations" ADD COLUMN IF NOT EXISTS "applied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "drizzle"."__drizzle_migrations" ALTER COLUMN "applied_at" SET DEFAULT now();
