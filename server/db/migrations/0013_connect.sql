-- Exclusion constraints over numbers and ranges together.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"instructor_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "date_hours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "date_hours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"date" date NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	CONSTRAINT "date_hours_range" CHECK (0 <= "date_hours"."start_minute" and "date_hours"."start_minute" < "date_hours"."end_minute" and "date_hours"."end_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "external_busy_times" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_busy_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"calendar_id" integer NOT NULL,
	"instructor_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_busy_times_range" CHECK ("external_busy_times"."starts_at" < "external_busy_times"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "external_calendars" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_calendars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"label" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"problem" text,
	"next_read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_off" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_off_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"is_yearly" boolean DEFAULT false NOT NULL,
	CONSTRAINT "time_off_range" CHECK ("time_off"."starts_on" <= "time_off"."ends_on" and "time_off"."ends_on" - "time_off"."starts_on" < 366)
);
--> statement-breakpoint
CREATE TABLE "weekly_hours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "weekly_hours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"weekday" smallint NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	CONSTRAINT "weekly_hours_weekday" CHECK ("weekly_hours"."weekday" between 1 and 7),
	CONSTRAINT "weekly_hours_range" CHECK (0 <= "weekly_hours"."start_minute" and "weekly_hours"."start_minute" < "weekly_hours"."end_minute" and "weekly_hours"."end_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "booking_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" integer NOT NULL,
	"added_by" integer,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_reminders" (
	"booking_id" integer NOT NULL,
	"hours" smallint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_reminders_booking_id_hours_pk" PRIMARY KEY("booking_id","hours")
);
--> statement-breakpoint
CREATE TABLE "booking_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" integer NOT NULL,
	"author_id" integer,
	"is_by_client" boolean NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"reply" text,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_reviews_stars" CHECK ("booking_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "client_notes" (
	"instructor_id" integer NOT NULL,
	"client_id" integer NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_notes_instructor_id_client_id_pk" PRIMARY KEY("instructor_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session_type_id" integer NOT NULL,
	"appointment_id" integer,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reservation_id" integer,
	"offered_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "waitlist_entries_state" CHECK ("waitlist_entries"."state" in ('waiting', 'offered', 'booked', 'left', 'expired')),
	CONSTRAINT "waitlist_entries_offer" CHECK (("waitlist_entries"."state" <> 'offered') or ("waitlist_entries"."reservation_id" is not null and "waitlist_entries"."offered_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "instructor_styles" (
	"instructor_id" integer NOT NULL,
	"style_id" integer NOT NULL,
	CONSTRAINT "instructor_styles_instructor_id_style_id_pk" PRIMARY KEY("instructor_id","style_id")
);
--> statement-breakpoint
CREATE TABLE "instructors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"headline" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"helps_with" text[] DEFAULT '{}' NOT NULL,
	"video_url" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"levels" text[] DEFAULT '{}' NOT NULL,
	"age_groups" text[] DEFAULT '{}' NOT NULL,
	"time_zone" text NOT NULL,
	"city" text,
	"latitude" double precision,
	"longitude" double precision,
	"fee_points" integer,
	"suspended_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "instructors_state_known" CHECK ("instructors"."state" in ('draft', 'listed', 'suspended')),
	CONSTRAINT "instructors_suspended" CHECK (("instructors"."state" = 'suspended') = ("instructors"."suspended_reason" is not null)),
	CONSTRAINT "instructors_fee" CHECK ("instructors"."fee_points" between 0 and 10000),
	CONSTRAINT "instructors_levels" CHECK ("instructors"."levels" <@ array['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels']),
	CONSTRAINT "instructors_age_groups" CHECK ("instructors"."age_groups" <@ array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)']),
	CONSTRAINT "instructors_position" CHECK (("instructors"."latitude" is null) = ("instructors"."longitude" is null)),
	CONSTRAINT "instructors_latitude" CHECK ("instructors"."latitude" between -90 and 90 and "instructors"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "session_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"duration_minutes" smallint NOT NULL,
	"price_cents" bigint NOT NULL,
	"capacity" smallint DEFAULT 1 NOT NULL,
	"session_count" smallint DEFAULT 1 NOT NULL,
	"valid_days" smallint,
	"buffer_before_minutes" smallint DEFAULT 0 NOT NULL,
	"buffer_after_minutes" smallint DEFAULT 0 NOT NULL,
	"travel_minutes" smallint DEFAULT 0 NOT NULL,
	"step_minutes" smallint DEFAULT 30 NOT NULL,
	"min_notice_minutes" integer DEFAULT 720 NOT NULL,
	"window_days" smallint DEFAULT 60 NOT NULL,
	"daily_limit" smallint,
	"weekly_limit" smallint,
	"place" text DEFAULT 'online' NOT NULL,
	"where_text" text DEFAULT '' NOT NULL,
	"is_on_request" boolean DEFAULT false NOT NULL,
	"cancellation" text DEFAULT 'standard' NOT NULL,
	"reminder_hours" smallint[] DEFAULT '{24,1}' NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_types_kind" CHECK ("session_types"."kind" in ('one_to_one', 'group', 'package', 'series')),
	CONSTRAINT "session_types_duration" CHECK ("session_types"."duration_minutes" between 10 and 480),
	CONSTRAINT "session_types_price" CHECK ("session_types"."price_cents" between 0 and 10000000),
	CONSTRAINT "session_types_capacity" CHECK ("session_types"."capacity" between 1 and 500 and ("session_types"."kind" = 'group' or "session_types"."capacity" = 1)),
	CONSTRAINT "session_types_count" CHECK ("session_types"."session_count" between 1 and 52 and ("session_types"."session_count" > 1) = ("session_types"."kind" in ('package', 'series'))),
	CONSTRAINT "session_types_valid_days" CHECK (("session_types"."valid_days" is not null) = ("session_types"."kind" = 'package') and "session_types"."valid_days" between 1 and 730),
	CONSTRAINT "session_types_buffers" CHECK ("session_types"."buffer_before_minutes" between 0 and 240 and "session_types"."buffer_after_minutes" between 0 and 240 and "session_types"."travel_minutes" between 0 and 240),
	CONSTRAINT "session_types_step" CHECK ("session_types"."step_minutes" between 5 and 240),
	CONSTRAINT "session_types_notice" CHECK ("session_types"."min_notice_minutes" between 0 and 43200),
	CONSTRAINT "session_types_window" CHECK ("session_types"."window_days" between 1 and 365),
	CONSTRAINT "session_types_limits" CHECK ("session_types"."daily_limit" >= 1 and "session_types"."weekly_limit" >= 1),
	CONSTRAINT "session_types_place" CHECK ("session_types"."place" in ('online', 'in_person')),
	CONSTRAINT "session_types_cancellation" CHECK ("session_types"."cancellation" in ('flexible', 'standard', 'strict'))
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instructor_id" integer NOT NULL,
	"session_type_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"occupied" "tstzrange" NOT NULL,
	"capacity" smallint NOT NULL,
	"is_live" boolean DEFAULT true NOT NULL,
	"where_text" text,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "appointments_capacity" UNIQUE("id","capacity"),
	CONSTRAINT "appointments_range" CHECK ("appointments"."starts_at" < "appointments"."ends_at" and "appointments"."occupied" @> tstzrange("appointments"."starts_at", "appointments"."ends_at")),
	CONSTRAINT "appointments_capacity_range" CHECK ("appointments"."capacity" between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reservation_id" integer NOT NULL,
	"appointment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"seat" smallint DEFAULT 1 NOT NULL,
	"capacity" smallint NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"time_zone" text NOT NULL,
	"calendar_uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"rescheduled_from_id" integer,
	"cancelled_by" text,
	"reason" text,
	"refund_cents" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bookings_state" CHECK ("bookings"."state" in ('held', 'requested', 'confirmed', 'completed', 'no_show', 'declined', 'expired', 'cancelled')),
	CONSTRAINT "bookings_seat" CHECK ("bookings"."seat" between 1 and "bookings"."capacity"),
	CONSTRAINT "bookings_cancelled_by" CHECK (("bookings"."cancelled_by" is not null) = ("bookings"."state" = 'cancelled') and "bookings"."cancelled_by" in ('client', 'instructor', 'staff')),
	CONSTRAINT "bookings_refund" CHECK ("bookings"."refund_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "instructor_openings" (
	"instructor_id" integer PRIMARY KEY NOT NULL,
	"next_starts" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"session_type_id" integer,
	"is_stale" boolean DEFAULT true NOT NULL,
	"computed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"instructor_id" integer NOT NULL,
	"session_type_id" integer NOT NULL,
	"state" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"session_count" smallint DEFAULT 1 NOT NULL,
	"is_package" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reservations_state" CHECK ("reservations"."state" in ('requested', 'held', 'paid', 'ended')),
	CONSTRAINT "reservations_price" CHECK ("reservations"."price_cents" >= 0),
	CONSTRAINT "reservations_count" CHECK ("reservations"."session_count" between 1 and 52),
	CONSTRAINT "reservations_expires" CHECK ("reservations"."state" not in ('requested', 'held') or "reservations"."expires_at" is not null),
	CONSTRAINT "reservations_paid" CHECK ("reservations"."state" <> 'paid' or "reservations"."paid_at" is not null),
	CONSTRAINT "reservations_not_self" CHECK ("reservations"."user_id" <> "reservations"."instructor_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "date_hours" ADD CONSTRAINT "date_hours_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_busy_times" ADD CONSTRAINT "external_busy_times_calendar_id_external_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."external_calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_busy_times" ADD CONSTRAINT "external_busy_times_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_calendars" ADD CONSTRAINT "external_calendars_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_off" ADD CONSTRAINT "time_off_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_hours" ADD CONSTRAINT "weekly_hours_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_files" ADD CONSTRAINT "booking_files_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_files" ADD CONSTRAINT "booking_files_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_reminders" ADD CONSTRAINT "booking_reminders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_reviews" ADD CONSTRAINT "booking_reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_reviews" ADD CONSTRAINT "booking_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_session_type_id_session_types_id_fk" FOREIGN KEY ("session_type_id") REFERENCES "public"."session_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_styles" ADD CONSTRAINT "instructor_styles_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_styles" ADD CONSTRAINT "instructor_styles_style_id_dance_styles_id_fk" FOREIGN KEY ("style_id") REFERENCES "public"."dance_styles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructors" ADD CONSTRAINT "instructors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_types" ADD CONSTRAINT "session_types_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_session_type_id_session_types_id_fk" FOREIGN KEY ("session_type_id") REFERENCES "public"."session_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_appointment" FOREIGN KEY ("appointment_id","capacity") REFERENCES "public"."appointments"("id","capacity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_rescheduled_from" FOREIGN KEY ("rescheduled_from_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_openings" ADD CONSTRAINT "instructor_openings_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_openings" ADD CONSTRAINT "instructor_openings_session_type_id_session_types_id_fk" FOREIGN KEY ("session_type_id") REFERENCES "public"."session_types"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_session_type_id_session_types_id_fk" FOREIGN KEY ("session_type_id") REFERENCES "public"."session_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token_hash" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "date_hours_start" ON "date_hours" USING btree ("instructor_id","date","start_minute");--> statement-breakpoint
CREATE INDEX "external_busy_times_calendar_id" ON "external_busy_times" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "external_busy_times_instructor_id" ON "external_busy_times" USING btree ("instructor_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "external_calendars_url" ON "external_calendars" USING btree ("instructor_id","url");--> statement-breakpoint
CREATE INDEX "external_calendars_next_read_at" ON "external_calendars" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "time_off_instructor_id" ON "time_off" USING btree ("instructor_id","ends_on");--> statement-breakpoint
CREATE UNIQUE INDEX "weekly_hours_start" ON "weekly_hours" USING btree ("instructor_id","weekday","start_minute");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_files_storage_key" ON "booking_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "booking_files_booking_id" ON "booking_files" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "booking_files_added_by" ON "booking_files" USING btree ("added_by");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_reviews_once" ON "booking_reviews" USING btree ("booking_id","is_by_client");--> statement-breakpoint
CREATE INDEX "booking_reviews_author_id" ON "booking_reviews" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "client_notes_client_id" ON "client_notes" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_once" ON "waitlist_entries" USING btree ("user_id","session_type_id",coalesce(appointment_id, 0)) WHERE state in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_turn" ON "waitlist_entries" USING btree ("session_type_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "waitlist_entries_appointment_id" ON "waitlist_entries" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_reservation_id" ON "waitlist_entries" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "instructor_styles_style_id" ON "instructor_styles" USING btree ("style_id");--> statement-breakpoint
CREATE INDEX "instructors_state" ON "instructors" USING btree ("state");--> statement-breakpoint
CREATE INDEX "session_types_instructor_id" ON "session_types" USING btree ("instructor_id","position");--> statement-breakpoint
CREATE INDEX "appointments_instructor_id" ON "appointments" USING btree ("instructor_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_session_type_id" ON "appointments" USING btree ("session_type_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_seat_once" ON "bookings" USING btree ("appointment_id","seat") WHERE state in ('held', 'requested', 'confirmed', 'completed', 'no_show');--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_client_once" ON "bookings" USING btree ("appointment_id","user_id") WHERE state in ('held', 'requested', 'confirmed', 'completed', 'no_show');--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_rescheduled_once" ON "bookings" USING btree ("rescheduled_from_id");--> statement-breakpoint
CREATE INDEX "bookings_reservation_id" ON "bookings" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "bookings_user_id" ON "bookings" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "instructor_openings_next_start" ON "instructor_openings" USING btree ((next_starts[1]));--> statement-breakpoint
CREATE INDEX "instructor_openings_session_type_id" ON "instructor_openings" USING btree ("session_type_id");--> statement-breakpoint
CREATE INDEX "instructor_openings_stale" ON "instructor_openings" USING btree ("computed_at") WHERE is_stale;--> statement-breakpoint
CREATE INDEX "reservations_user_id" ON "reservations" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "reservations_instructor_id" ON "reservations" USING btree ("instructor_id");--> statement-breakpoint
CREATE INDEX "reservations_session_type_id" ON "reservations" USING btree ("session_type_id");--> statement-breakpoint
CREATE INDEX "reservations_to_expire" ON "reservations" USING btree ("expires_at") WHERE state in ('requested', 'held');
--> statement-breakpoint
-- The referee of double bookings.
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_no_overlap"
  EXCLUDE USING gist ("instructor_id" WITH =, "occupied" WITH &&) WHERE ("is_live");
--> statement-breakpoint
-- The directory's next free times go stale with whatever they are computed from.
CREATE FUNCTION mark_openings_stale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
BEGIN
  INSERT INTO instructor_openings (instructor_id) SELECT user_id FROM instructors WHERE user_id = changed
  ON CONFLICT (instructor_id) DO UPDATE SET is_stale = true WHERE NOT instructor_openings.is_stale;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER instructors_openings AFTER INSERT OR UPDATE OF time_zone, state ON "instructors"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('user_id');
--> statement-breakpoint
CREATE TRIGGER session_types_openings AFTER INSERT OR UPDATE OR DELETE ON "session_types"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
--> statement-breakpoint
CREATE TRIGGER weekly_hours_openings AFTER INSERT OR UPDATE OR DELETE ON "weekly_hours"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
--> statement-breakpoint
CREATE TRIGGER date_hours_openings AFTER INSERT OR UPDATE OR DELETE ON "date_hours"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
--> statement-breakpoint
CREATE TRIGGER time_off_openings AFTER INSERT OR UPDATE OR DELETE ON "time_off"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
--> statement-breakpoint
CREATE TRIGGER external_busy_times_openings AFTER INSERT OR UPDATE OR DELETE ON "external_busy_times"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
--> statement-breakpoint
CREATE TRIGGER appointments_openings AFTER INSERT OR UPDATE OR DELETE ON "appointments"
  FOR EACH ROW EXECUTE FUNCTION mark_openings_stale('instructor_id');
