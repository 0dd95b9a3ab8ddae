ALTER TABLE "mail_outbox" ADD COLUMN "calendar" text;--> statement-breakpoint
CREATE INDEX "bookings_confirmed" ON "bookings" USING btree ("appointment_id") WHERE state = 'confirmed';