CREATE TABLE "booking_review_invitations" (
	"booking_id" integer PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_review_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_review_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"review_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "booking_review_reports_state" CHECK ("booking_review_reports"."state" in ('open', 'dismissed', 'removed')),
	CONSTRAINT "booking_review_reports_decided" CHECK (("booking_review_reports"."state" = 'open') = ("booking_review_reports"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "booking_reviews" ADD COLUMN "replied_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "booking_reviews" ADD COLUMN "published_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "booking_review_invitations" ADD CONSTRAINT "booking_review_invitations_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_review_reports" ADD CONSTRAINT "booking_review_reports_review_id_booking_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."booking_reviews"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_review_reports" ADD CONSTRAINT "booking_review_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_review_reports" ADD CONSTRAINT "booking_review_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "booking_review_reports_once" ON "booking_review_reports" USING btree ("review_id","user_id");
--> statement-breakpoint
CREATE INDEX "booking_review_reports_open" ON "booking_review_reports" USING btree ("id") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "booking_review_reports_user_id" ON "booking_review_reports" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "booking_review_reports_decided_by" ON "booking_review_reports" USING btree ("decided_by");
--> statement-breakpoint
CREATE INDEX "booking_reviews_unpublished" ON "booking_reviews" USING btree ("booking_id") WHERE published_at is null;
--> statement-breakpoint
-- Those written so far were public at once.
UPDATE booking_reviews SET published_at = created_at, replied_at = CASE WHEN reply IS NOT NULL THEN created_at END;
--> statement-breakpoint
ALTER TABLE "booking_reviews" ADD CONSTRAINT "booking_reviews_reply" CHECK ("booking_reviews"."reply" is null or ("booking_reviews"."is_by_client" and "booking_reviews"."published_at" is not null));
--> statement-breakpoint
-- As before, but a review counts only once it is published.
CREATE OR REPLACE FUNCTION refresh_instructor_listing(given integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO instructor_listings (instructor_id, is_listed, styles, languages, levels, age_groups, places, city,
    price_cents, duration_minutes, kind, half_hour_cents, rating_sum, rating_count, search)
  SELECT i.user_id, i.state = 'listed' AND u.state = 'active', s.names, i.languages, i.levels, i.age_groups, t.places,
    i.city, c.price_cents, c.duration_minutes, c.kind, c.half_hour_cents, r.stars, r.count,
    setweight(to_tsvector('english', concat_ws(' ', u.first_name, u.last_name, i.headline,
      array_to_string(i.helps_with, ' '), array_to_string(s.names, ' '))), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', t.words, i.city)), 'B')
    || to_tsvector('english', i.about)
  FROM instructors i
  JOIN users u ON u.id = i.user_id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(d.name ORDER BY d.position, d.id), '{}') AS names
    FROM instructor_styles x JOIN dance_styles d ON d.id = x.style_id WHERE x.instructor_id = i.user_id) s
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT y.place), '{}') AS places,
      string_agg(y.title || ' ' || y.description, ' ') AS words
    FROM session_types y WHERE y.instructor_id = i.user_id AND y.archived_at IS NULL) t
  LEFT JOIN LATERAL (
    SELECT round(y.price_cents::numeric / y.session_count) AS price_cents, y.duration_minutes, y.kind,
      round(y.price_cents::numeric / y.session_count * 30 / y.duration_minutes) AS half_hour_cents
    FROM session_types y WHERE y.instructor_id = i.user_id AND y.archived_at IS NULL
    -- A free introduction and several sessions at once say little about what one costs.
    ORDER BY y.price_cents = 0, y.session_count > 1, y.position, y.id LIMIT 1) c ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(v.stars), 0) AS stars, count(*) AS count
    FROM reservations n JOIN bookings b ON b.reservation_id = n.id JOIN booking_reviews v ON v.booking_id = b.id
    WHERE n.instructor_id = i.user_id AND v.is_by_client AND v.published_at IS NOT NULL AND v.hidden_at IS NULL) r
  WHERE i.user_id = given
  ON CONFLICT (instructor_id) DO UPDATE SET is_listed = excluded.is_listed, styles = excluded.styles,
    languages = excluded.languages, levels = excluded.levels, age_groups = excluded.age_groups,
    places = excluded.places, city = excluded.city, price_cents = excluded.price_cents,
    duration_minutes = excluded.duration_minutes, kind = excluded.kind, half_hour_cents = excluded.half_hour_cents,
    rating_sum = excluded.rating_sum, rating_count = excluded.rating_count, search = excluded.search
$$;
