CREATE TABLE "instructor_listings" (
	"instructor_id" integer PRIMARY KEY NOT NULL,
	"is_listed" boolean NOT NULL,
	"styles" text[] NOT NULL,
	"languages" text[] NOT NULL,
	"levels" text[] NOT NULL,
	"age_groups" text[] NOT NULL,
	"places" text[] NOT NULL,
	"city" text,
	"price_cents" bigint,
	"duration_minutes" smallint,
	"kind" text,
	"half_hour_cents" bigint,
	"rating_sum" integer NOT NULL,
	"rating_count" integer NOT NULL,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instructor_listings" ADD CONSTRAINT "instructor_listings_instructor_id_instructors_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."instructors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "instructor_listings_listed" ON "instructor_listings" USING btree ("instructor_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "instructor_listings_search" ON "instructor_listings" USING gin ("search");--> statement-breakpoint
CREATE INDEX "instructor_listings_styles" ON "instructor_listings" USING gin ("styles");--> statement-breakpoint
CREATE INDEX "instructor_listings_price" ON "instructor_listings" USING btree ("half_hour_cents","instructor_id") WHERE is_listed;--> statement-breakpoint
CREATE FUNCTION refresh_instructor_listing(given integer) RETURNS void LANGUAGE sql AS $$
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
    WHERE n.instructor_id = i.user_id AND v.is_by_client AND v.hidden_at IS NULL) r
  WHERE i.user_id = given
  ON CONFLICT (instructor_id) DO UPDATE SET is_listed = excluded.is_listed, styles = excluded.styles,
    languages = excluded.languages, levels = excluded.levels, age_groups = excluded.age_groups,
    places = excluded.places, city = excluded.city, price_cents = excluded.price_cents,
    duration_minutes = excluded.duration_minutes, kind = excluded.kind, half_hour_cents = excluded.half_hour_cents,
    rating_sum = excluded.rating_sum, rating_count = excluded.rating_count, search = excluded.search
$$;
--> statement-breakpoint
CREATE FUNCTION keep_instructor_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_instructor_listing((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::integer);
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_listing_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_instructor_listing(n.instructor_id)
  FROM bookings b JOIN reservations n ON n.id = b.reservation_id WHERE b.id = coalesce(new.booking_id, old.booking_id);
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_listings_of_style() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_instructor_listing(x.instructor_id) FROM instructor_styles x WHERE x.style_id = new.id;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER instructors_listing AFTER INSERT OR UPDATE ON "instructors"
  FOR EACH ROW EXECUTE FUNCTION keep_instructor_listing('user_id');
--> statement-breakpoint
CREATE TRIGGER instructor_styles_listing AFTER INSERT OR DELETE ON "instructor_styles"
  FOR EACH ROW EXECUTE FUNCTION keep_instructor_listing('instructor_id');
--> statement-breakpoint
CREATE TRIGGER session_types_listing AFTER INSERT OR UPDATE OR DELETE ON "session_types"
  FOR EACH ROW EXECUTE FUNCTION keep_instructor_listing('instructor_id');
--> statement-breakpoint
CREATE TRIGGER booking_reviews_listing AFTER INSERT OR UPDATE OR DELETE ON "booking_reviews"
  FOR EACH ROW EXECUTE FUNCTION keep_listing_of_review();
--> statement-breakpoint
CREATE TRIGGER users_instructor_listing AFTER UPDATE OF first_name, last_name, state ON "users"
  FOR EACH ROW EXECUTE FUNCTION keep_instructor_listing('id');
--> statement-breakpoint
CREATE TRIGGER dance_styles_listing AFTER UPDATE OF name ON "dance_styles"
  FOR EACH ROW EXECUTE FUNCTION keep_listings_of_style();
--> statement-breakpoint
SELECT refresh_instructor_listing(user_id) FROM instructors;
