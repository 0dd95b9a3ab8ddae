CREATE TABLE "catalogue_tiers" (
	"id" integer PRIMARY KEY NOT NULL,
	"top_score" integer NOT NULL,
	"near_score" integer NOT NULL,
	CONSTRAINT "catalogue_tiers_one_row" CHECK ("catalogue_tiers"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "catalogue_words" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"count" integer NOT NULL,
	"weight" smallint GENERATED ALWAYS AS (case when count < 1 then 0 else 1 + floor(log(2, count))::int end) STORED
);
--> statement-breakpoint
CREATE TABLE "resource_counts" (
	"key" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resource_listings" (
	"resource_id" integer PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"category_id" integer,
	"bits" bigint NOT NULL,
	"score" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"sales_count" integer NOT NULL,
	"rating_key" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"tier" smallint NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "resource_listings_tier" CHECK ("resource_listings"."tier" between 0 and 2)
);
--> statement-breakpoint
ALTER TABLE "resource_listings" ADD CONSTRAINT "resource_listings_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_words_stem" ON "catalogue_words" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "catalogue_words_one_letter" ON "catalogue_words" USING btree (left(word, 1) collate "C","weight" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "catalogue_words_two_letters" ON "catalogue_words" USING btree (left(word, 2) collate "C","weight" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "catalogue_words_prefix" ON "catalogue_words" USING btree (word collate "C");--> statement-breakpoint
CREATE INDEX "catalogue_words_alike" ON "catalogue_words" USING gin (word gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "resource_listings_seller" ON "resource_listings" USING btree ("seller_id","score","resource_id");--> statement-breakpoint
CREATE INDEX "resource_listings_words" ON "resource_listings" USING gin ("words");--> statement-breakpoint
CREATE INDEX "resource_listings_words_near" ON "resource_listings" USING gin ("words") WHERE tier <= 1;--> statement-breakpoint
CREATE INDEX "resource_listings_words_top" ON "resource_listings" USING gin ("words") WHERE tier = 0;--> statement-breakpoint
-- Found as soon as it is published: no list of pending entries that each search would have to read through.
ALTER INDEX "resource_listings_words" SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX "resource_listings_words_near" SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX "resource_listings_words_top" SET (fastupdate = off);
--> statement-breakpoint
-- One index for each order. It also holds what shoppers choose by, so that a page is found by walking the index alone.
CREATE INDEX "resource_listings_useful" ON "resource_listings" (score, resource_id) INCLUDE (bits, category_id);
--> statement-breakpoint
CREATE INDEX "resource_listings_newest" ON "resource_listings" (published_at, resource_id) INCLUDE (bits, category_id);
--> statement-breakpoint
CREATE INDEX "resource_listings_sold" ON "resource_listings" (sales_count, resource_id) INCLUDE (bits, category_id);
--> statement-breakpoint
CREATE INDEX "resource_listings_rated" ON "resource_listings" (rating_key, resource_id) INCLUDE (bits, category_id);
--> statement-breakpoint
CREATE INDEX "resource_listings_price" ON "resource_listings" (price_cents, resource_id) INCLUDE (bits, category_id);
--> statement-breakpoint
-- A page is all-visible soon after a change, or an index alone could not answer.
ALTER TABLE "resource_listings" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
-- Counters change in place.
ALTER TABLE "resource_counts" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "catalogue_words" SET (fillfactor = 70);
--> statement-breakpoint
CREATE INDEX "stores_name_prefix" ON "stores" (lower(name) collate "C");
--> statement-breakpoint
INSERT INTO "catalogue_tiers" (id, top_score, near_score) VALUES (1, -2147483648, -2147483648);
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Letters and digits in lower case and without accents, blanks between words: the same for what is written and what is
-- looked for, and nothing in it that the parser of words could take for an address or a path.
CREATE FUNCTION catalogue_text(given text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select regexp_replace(lower(unaccent(given)), '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')
$$;
--> statement-breakpoint
-- The words of a resource as people would type them.
CREATE FUNCTION resource_terms(r resources) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array(
    select distinct term
    from unnest(string_to_array(catalogue_text(concat_ws(' ', r.title, array_to_string(r.tags, ' '), r.dance_style, r.type, r.level, left(r.description, 20000))), ' ')) term
    where length(term) between 2 and 40 and term > 'a'
  )
$$;
--> statement-breakpoint
-- What it can be chosen by, each as a number (resource-choices.ts has the same): type 1, style 9, age 23, level 31,
-- price 37, stars 42, tempo 47, metre 52 and on; a category is 64 + its id. Something for all ages is for each of them.
CREATE FUNCTION resource_codes(r resources) RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array_remove(
    array[
      array_position(array['document', 'audio', 'video', 'image', 'text', 'spreadsheet', 'other'], r.type),
      8 + array_position(array['Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap', 'Ballroom', 'Latin', 'Folk', 'Modern', 'Swing', 'Breakdance', 'Other'], r.dance_style),
      30 + array_position(array['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels'], r.level),
      37 + width_bucket(r.price_cents, array[1, 1500, 4001]),
      42 + case when r.rating_count = 0 then 0 else 1 + width_bucket(r.rating_sum::numeric / r.rating_count, array[3, 4, 4.5]) end,
      47 + width_bucket(r.bpm::int, array[70, 100, 130]),
      51 + array_position(array['2/4', '3/4', '4/4', '6/8', '12/8'], r.metre),
      64 + r.category_id
    ] || case when 'All Ages' = any(r.age_groups) then array[23, 24, 25, 26, 27, 28, 29] else array(
      select distinct 22 + array_position(array['All Ages', 'Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'], age)
      from unnest(r.age_groups) age
    ) end,
    null
  )
$$;
--> statement-breakpoint
-- How useful it has been: twice the sales count as much as a year of age.
CREATE FUNCTION resource_score(r resources) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select round(
    1000 * ln(1 + r.sales_count) + 500 * ln(1 + r.rating_count)
    + 1000 * (r.rating_sum + 20.0) / (r.rating_count + 5)
    + 1.9 * extract(epoch from coalesce(r.published_at, r.created_at) - timestamptz '2020-01-01Z') / 86400
  )::int
$$;
--> statement-breakpoint
CREATE FUNCTION resource_words(r resources, codes integer[]) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select setweight(to_tsvector('english', catalogue_text(r.title)), 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', array_to_string(r.tags, ' '), r.dance_style, r.type, r.level))), 'B')
    || setweight(to_tsvector('english', catalogue_text((select name from stores where user_id = r.seller_id))), 'B')
    || setweight(to_tsvector('english', catalogue_text(left(r.description, 20000))), 'C')
    || array_to_tsvector(array(select '~' || code from unnest(codes) code) || ('~s' || r.seller_id))
$$;
--> statement-breakpoint
CREATE FUNCTION write_listing(r resources) RETURNS void LANGUAGE plpgsql AS $$
declare
  codes integer[] := resource_codes(r);
  useful integer := resource_score(r);
begin
  insert into resource_listings as l
    (resource_id, seller_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents, tier, words)
  select r.id, r.seller_id, r.category_id,
    (select bit_or(1::bigint << (code - 1)) from unnest(codes) code where code < 64),
    useful, r.published_at, r.sales_count,
    coalesce((r.rating * 100)::int * 1000000 + least(r.rating_count, 999999), 0),
    r.price_cents,
    case when useful >= top_score then 0 when useful >= near_score then 1 else 2 end,
    resource_words(r, codes)
  from catalogue_tiers
  on conflict (resource_id) do update set
    seller_id = excluded.seller_id, category_id = excluded.category_id, bits = excluded.bits, score = excluded.score,
    published_at = excluded.published_at, sales_count = excluded.sales_count, rating_key = excluded.rating_key,
    price_cents = excluded.price_cents, tier = excluded.tier, words = excluded.words;
end $$;
--> statement-breakpoint
CREATE FUNCTION resources_keep_listing() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.is_listed then perform write_listing(new);
  else delete from resource_listings where resource_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER resources_keep_listing_new AFTER INSERT ON resources
  FOR EACH ROW WHEN (new.is_listed) EXECUTE FUNCTION resources_keep_listing();
--> statement-breakpoint
CREATE TRIGGER resources_keep_listing AFTER UPDATE ON resources
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and
    (old.is_listed, old.seller_id, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count, old.sales_count, old.published_at)
    is distinct from
    (new.is_listed, new.seller_id, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count, new.sales_count, new.published_at))
  EXECUTE FUNCTION resources_keep_listing();
--> statement-breakpoint
CREATE FUNCTION stores_keep_listings() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform write_listing(r) from resources r where r.seller_id = new.user_id and r.is_listed;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER stores_keep_listings AFTER UPDATE OF name ON stores
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION stores_keep_listings();
--> statement-breakpoint
-- Every set of up to three codes, as the keys of their counters. Two ages never stand in one: nobody asks for both at once.
CREATE FUNCTION choice_keys(codes integer[]) RETURNS SETOF bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 150 AS $$
  with c as (select code::bigint, code between 23 and 29 as is_age from unnest(codes) code)
  select 0::bigint
  union all select code from c
  union all select (a.code << 20) | b.code from c a join c b on a.code < b.code and not (a.is_age and b.is_age)
  union all
  select (a.code << 40) | (b.code << 20) | d.code
  from c a join c b on a.code < b.code and not (a.is_age and b.is_age)
  join c d on b.code < d.code and not (d.is_age and (a.is_age or b.is_age))
$$;
--> statement-breakpoint
-- Runs as its transaction commits, one at a time: counters of one publisher never wait for a lock that another one,
-- who waits for a counter, holds. So nobody can stand in a circle.
CREATE FUNCTION resources_keep_counts() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  codes_before integer[] := case when tg_op <> 'INSERT' and old.is_listed then resource_codes(old) end;
  codes_after integer[] := case when tg_op <> 'DELETE' and new.is_listed then resource_codes(new) end;
  terms_before text[] := case when tg_op <> 'INSERT' and old.is_listed then resource_terms(old) end;
  terms_after text[] := case when tg_op <> 'DELETE' and new.is_listed then resource_terms(new) end;
begin
  if codes_before is not distinct from codes_after and terms_before is not distinct from terms_after then return null; end if;
  perform pg_advisory_xact_lock(727310002);
  if codes_before is distinct from codes_after then
    insert into resource_counts as c (key, count)
    select key, sum(more) from (
      select key, 1 as more from choice_keys(codes_after) key where codes_after is not null
      union all
      select key, -1 from choice_keys(codes_before) key where codes_before is not null
    ) each group by key having sum(more) <> 0
    on conflict (key) do update set count = c.count + excluded.count;
  end if;
  if terms_before is distinct from terms_after then
    insert into catalogue_words as w (word, stem, count)
    select term, coalesce((ts_lexize('english_stem', term))[1], ''), sum(more) from (
      select term, 1 as more from unnest(terms_after) term
      union all
      select term, -1 from unnest(terms_before) term
    ) each group by term having sum(more) <> 0
    on conflict (word) do update set count = w.count + excluded.count;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resources_keep_counts_new AFTER INSERT ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.is_listed) EXECUTE FUNCTION resources_keep_counts();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resources_keep_counts_gone AFTER DELETE ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.is_listed) EXECUTE FUNCTION resources_keep_counts();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resources_keep_counts AFTER UPDATE ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and
    (old.is_listed, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count)
    is distinct from
    (new.is_listed, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count))
  EXECUTE FUNCTION resources_keep_counts();
--> statement-breakpoint
-- Which scores are the best 4,000 and the best 80,000: asked for now and then, since neither moves fast.
CREATE FUNCTION refresh_catalogue_tiers() RETURNS void LANGUAGE plpgsql AS $$
declare
  top integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 3999 limit 1), -2147483648);
  near integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 79999 limit 1), -2147483648);
begin
  update catalogue_tiers set top_score = top, near_score = near where id = 1;
  update resource_listings l set tier = t.tier
  from (select resource_id, case when score >= top then 0 when score >= near then 1 else 2 end as tier from resource_listings) t
  where t.resource_id = l.resource_id and t.tier <> l.tier;
end $$;
--> statement-breakpoint
-- All of it anew from the resources, when many were written with the triggers off or a rule above has changed.
CREATE FUNCTION rebuild_catalogue() RETURNS void LANGUAGE plpgsql AS $$
begin
  perform pg_advisory_xact_lock(727310002);
  delete from resource_listings;
  perform write_listing(r) from resources r where r.is_listed;
  perform refresh_catalogue_tiers();
  delete from resource_counts;
  insert into resource_counts (key, count)
    select key, count(*) from resources r, choice_keys(resource_codes(r)) key where r.is_listed group by key;
  delete from catalogue_words;
  insert into catalogue_words (word, stem, count)
    select term, coalesce((ts_lexize('english_stem', term))[1], ''), count(*)
    from resources r, unnest(resource_terms(r)) term where r.is_listed group by term;
end $$;
--> statement-breakpoint
SELECT rebuild_catalogue();
