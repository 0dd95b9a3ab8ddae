CREATE TABLE "instructor_counts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "instructor_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instructor_listings" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "instructor_listings" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "instructors" ADD COLUMN "zip" text;--> statement-breakpoint
CREATE INDEX "instructor_counts_facet" ON "instructor_counts" USING btree ("facet","value");--> statement-breakpoint
ALTER TABLE "instructors" ADD CONSTRAINT "instructors_zip" CHECK ("instructors"."zip" ~ '^[0-9]{5}$');
--> statement-breakpoint
-- As before, with the position.
CREATE OR REPLACE FUNCTION refresh_instructor_listing(given integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO instructor_listings (instructor_id, is_listed, styles, languages, levels, age_groups, places, city,
    latitude, longitude, price_cents, duration_minutes, kind, half_hour_cents, rating_sum, rating_count, search)
  SELECT i.user_id, i.state = 'listed' AND u.state = 'active', s.names, i.languages, i.levels, i.age_groups, t.places,
    i.city, i.latitude, i.longitude, c.price_cents, c.duration_minutes, c.kind, c.half_hour_cents, r.stars, r.count,
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
    places = excluded.places, city = excluded.city,
    latitude = excluded.latitude, longitude = excluded.longitude, price_cents = excluded.price_cents,
    duration_minutes = excluded.duration_minutes, kind = excluded.kind, half_hour_cents = excluded.half_hour_cents,
    rating_sum = excluded.rating_sum, rating_count = excluded.rating_count, search = excluded.search
$$;
--> statement-breakpoint
-- The options a listing is counted under. The conditions of the filters say the same
-- (server/features/connect/connect-filters.queries.ts); a test compares them.
CREATE FUNCTION instructor_facets(listing instructor_listings) RETURNS TABLE (facet text, value text) LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN QUERY SELECT f.facet, f.value FROM (
    SELECT 'total'::text AS facet, ''::text AS value
    UNION ALL SELECT 'style', unnest(listing.styles)
    UNION ALL SELECT 'language', unnest(listing.languages)
    UNION ALL SELECT 'place', unnest(listing.places)
    UNION ALL SELECT 'level', level
      FROM unnest(ARRAY['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels']) level
      WHERE listing.levels && ARRAY[level, 'Mixed Levels']
    UNION ALL SELECT 'ageGroup', age
      FROM unnest(ARRAY['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)',
        'Senior (55+)']) age
      WHERE listing.age_groups && ARRAY[age, 'All Ages']
    UNION ALL SELECT 'city', listing.city WHERE 'in_person' = ANY (listing.places)
    UNION ALL SELECT 'price', CASE WHEN listing.half_hour_cents < 3500 THEN 'under-35'
      WHEN listing.half_hour_cents < 6001 THEN '35-60' WHEN listing.half_hour_cents >= 6001 THEN 'over-60' END
    UNION ALL SELECT 'rating', floor FROM unnest(ARRAY['4.5', '4', '3']) floor
      WHERE listing.rating_count > 0 AND listing.rating_sum >= floor::numeric * listing.rating_count
  ) f WHERE listing.is_listed AND f.value IS NOT NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_instructor_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO instructor_counts (facet, value, change)
  SELECT c.facet, c.value, sum(c.change) FROM (
    SELECT f.facet, f.value, -1 AS change FROM instructor_facets(old) f WHERE tg_op <> 'INSERT'
    UNION ALL SELECT f.facet, f.value, 1 FROM instructor_facets(new) f WHERE tg_op <> 'DELETE'
  ) c GROUP BY c.facet, c.value HAVING sum(c.change) <> 0;
  RETURN null;
END $$;
--> statement-breakpoint
-- Not of next_start, which changes with every booking.
CREATE TRIGGER instructor_listings_counts AFTER INSERT OR DELETE OR UPDATE OF is_listed, styles, languages, levels,
  age_groups, places, city, half_hour_cents, rating_sum, rating_count ON "instructor_listings"
  FOR EACH ROW EXECUTE FUNCTION keep_instructor_counts();
--> statement-breakpoint
INSERT INTO instructor_counts (facet, value, change)
SELECT f.facet, f.value, count(*) FROM instructor_listings t, instructor_facets(t) f GROUP BY f.facet, f.value;
