-- As before, with the name without accents too: whoever looks for Inés types “ines”.
CREATE OR REPLACE FUNCTION refresh_instructor_listing(given integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO instructor_listings (instructor_id, is_listed, styles, languages, levels, age_groups, places, city,
    latitude, longitude, price_cents, duration_minutes, kind, half_hour_cents, rating_sum, rating_count, search)
  SELECT i.user_id, i.state = 'listed' AND u.state = 'active', s.names, i.languages, i.levels, i.age_groups, t.places,
    i.city, i.latitude, i.longitude, c.price_cents, c.duration_minutes, c.kind, c.half_hour_cents, r.stars, r.count,
    setweight(to_tsvector('english', concat_ws(' ', u.first_name, u.last_name, i.headline,
      array_to_string(i.helps_with, ' '), array_to_string(s.names, ' '))), 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', u.first_name, u.last_name))), 'A')
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
    FROM session_types y
    WHERE y.instructor_id = i.user_id AND y.archived_at IS NULL AND NOT y.is_for_assessments) t
  LEFT JOIN LATERAL (
    SELECT round(y.price_cents::numeric / y.session_count) AS price_cents, y.duration_minutes, y.kind,
      round(y.price_cents::numeric / y.session_count * 30 / y.duration_minutes) AS half_hour_cents
    FROM session_types y
    WHERE y.instructor_id = i.user_id AND y.archived_at IS NULL AND NOT y.is_for_assessments
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
SELECT refresh_instructor_listing(user_id) FROM instructors;
