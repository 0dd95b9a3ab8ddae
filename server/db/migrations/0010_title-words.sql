-- Words of a title are also there by themselves ("^waltz"): suggestions find a title by the beginning of a word without
-- reading every listing that has such a word somewhere else.
CREATE OR REPLACE FUNCTION resource_words(r resources, codes integer[]) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select setweight(title, 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', array_to_string(r.tags, ' '), r.dance_style, r.type, r.level))), 'B')
    || setweight(to_tsvector('english', catalogue_text((select name from stores where user_id = r.seller_id))), 'B')
    || setweight(to_tsvector('english', catalogue_text(left(r.description, 20000))), 'C')
    || array_to_tsvector(
      array(select '~' || code from unnest(codes) code)
      || array(select '^' || word from unnest(tsvector_to_array(title)) word)
      || ('~s' || r.seller_id)
    )
  from to_tsvector('english', catalogue_text(r.title)) title
$$;
--> statement-breakpoint
SELECT write_listing(r) FROM resources r WHERE r.is_listed;
