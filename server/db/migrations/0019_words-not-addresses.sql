-- What a description says, without the addresses in it: nobody looks for those, and the words in them are not to be read
-- on the page. Only texts that may hold an address are gone through.
CREATE FUNCTION catalogue_prose(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select case when given ~ '\]\(|\]:|:\S' then
    regexp_replace(
      regexp_replace(
        regexp_replace(given, '\]\((<[^<>\n]*>|([^()\s]|\([^()\s]*\))*)(\s+("[^"]*"|''[^'']*''|\([^()]*\)))?\s*\)', '] ', 'g'),
        '^ {0,3}\[[^]]+\]:[^\n]*$', ' ', 'gn'),
      '\m(https?|ftp|mailto):\S+', ' ', 'gi')
  else given end
$$;
--> statement-breakpoint
CREATE TEMPORARY TABLE with_addresses ON COMMIT DROP AS
  SELECT r.id, resource_terms(r) AS terms FROM resources r WHERE r.is_listed AND catalogue_prose(r.description) <> r.description;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION resource_terms_as(r resources, style text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array(
    select distinct term
    from unnest(string_to_array(catalogue_text(concat_ws(' ', r.title, array_to_string(r.tags, ' '), style, r.type, r.level, catalogue_prose(left(r.description, 20000)))), ' ')) term
    where length(term) between 2 and 40 and term > 'a'
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION resource_words(r resources, codes integer[]) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select setweight(title, 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', array_to_string(r.tags, ' '), r.dance_style, r.type, r.level))), 'B')
    || setweight(to_tsvector('english', catalogue_text((select name from stores where user_id = r.seller_id))), 'B')
    || setweight(to_tsvector('english', catalogue_text(catalogue_prose(left(r.description, 20000)))), 'C')
    || array_to_tsvector(
      array(select '~' || code from unnest(codes) code)
      || array(select '^' || word from unnest(tsvector_to_array(title)) word)
      || ('~s' || r.seller_id)
    )
  from to_tsvector('english', catalogue_text(r.title)) title
$$;
--> statement-breakpoint
-- What is on sale already, counted anew where that makes a difference.
INSERT INTO catalogue_words AS w (word, stem, count)
SELECT term, coalesce((ts_lexize('english_stem', term))[1], ''), sum(more) FROM (
  SELECT unnest(resource_terms(r)) AS term, 1 AS more FROM resources r JOIN with_addresses USING (id)
  UNION ALL
  SELECT unnest(terms), -1 FROM with_addresses
) each GROUP BY term HAVING sum(more) <> 0
ON CONFLICT (word) DO UPDATE SET count = w.count + excluded.count;
--> statement-breakpoint
SELECT write_listing(r) FROM resources r JOIN with_addresses USING (id);
