-- Sessions booked so far keep the terms their session type has now.
UPDATE appointments a SET where_text = t.where_text FROM session_types t WHERE t.id = a.session_type_id AND a.where_text IS NULL;--> statement-breakpoint
ALTER TABLE "appointments" ALTER COLUMN "where_text" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "duration_minutes" smallint;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "cancellation" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "valid_days" smallint;--> statement-breakpoint
UPDATE reservations r SET title = t.title, duration_minutes = t.duration_minutes, place = t.place,
  cancellation = t.cancellation, valid_days = CASE WHEN r.is_package THEN t.valid_days END
FROM session_types t WHERE t.id = r.session_type_id;--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "duration_minutes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "place" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "cancellation" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_duration" CHECK ("reservations"."duration_minutes" between 10 and 480);--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_place" CHECK ("reservations"."place" in ('online', 'in_person'));--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_cancellation" CHECK ("reservations"."cancellation" in ('flexible', 'standard', 'strict'));--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_valid_days" CHECK (("reservations"."valid_days" is not null) = "reservations"."is_package");