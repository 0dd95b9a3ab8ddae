DROP INDEX "waitlist_entries_reservation_id";--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "time_zone" text NOT NULL;--> statement-breakpoint
CREATE INDEX "waitlist_entries_session_type_id" ON "waitlist_entries" USING btree ("session_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_reservation_once" ON "waitlist_entries" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_offered" ON "waitlist_entries" USING btree ("offered_until") WHERE state = 'offered';--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_wanted" CHECK (("waitlist_entries"."appointment_id" is null) = ("waitlist_entries"."from_at" is not null) and ("waitlist_entries"."from_at" is null) = ("waitlist_entries"."until_at" is null) and "waitlist_entries"."from_at" < "waitlist_entries"."until_at");