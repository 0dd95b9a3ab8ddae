CREATE TABLE "listing_words" (
	"resource_id" integer PRIMARY KEY NOT NULL,
	"category_id" integer,
	"bits" bigint NOT NULL,
	"score" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"sales_count" integer NOT NULL,
	"rating_key" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"tier" smallint NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "listing_words_tier" CHECK ("listing_words"."tier" between 0 and 2)
);
--> statement-breakpoint
-- Room on each page, so that what a sale changes is written in place and no index of the words is touched.
ALTER TABLE "listing_words" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);--> statement-breakpoint
INSERT INTO "listing_words" (resource_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents, tier, words)
SELECT resource_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents, tier, words FROM "resource_listings";--> statement-breakpoint
ALTER TABLE "listing_words" ADD CONSTRAINT "listing_words_resource_id_resource_listings_resource_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource_listings"("resource_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_words_all" ON "listing_words" USING gin ("words") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "listing_words_near" ON "listing_words" USING gin ("words") WITH (fastupdate = off) WHERE tier <= 1;--> statement-breakpoint
CREATE INDEX "listing_words_top" ON "listing_words" USING gin ("words") WITH (fastupdate = off) WHERE tier = 0;--> statement-breakpoint
ALTER TABLE "resource_listings" DROP COLUMN "tier";--> statement-breakpoint
ALTER TABLE "resource_listings" DROP COLUMN "words";--> statement-breakpoint

CREATE OR REPLACE FUNCTION write_listing(r resources) RETURNS void LANGUAGE plpgsql AS $$
declare
  codes integer[] := resource_codes(r);
begin
  insert into resource_listings as l
    (resource_id, seller_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents)
  values (r.id, r.seller_id, r.category_id,
    (select bit_or(1::bigint << (code - 1)) from unnest(codes) code where code < 64),
    resource_score(r), r.published_at, r.sales_count,
    coalesce((r.rating * 100)::int * 1000000 + least(r.rating_count, 999999), 0),
    r.price_cents)
  on conflict (resource_id) do update set
    seller_id = excluded.seller_id, category_id = excluded.category_id, bits = excluded.bits, score = excluded.score,
    published_at = excluded.published_at, sales_count = excluded.sales_count, rating_key = excluded.rating_key,
    price_cents = excluded.price_cents;
  insert into listing_words as w
    (resource_id, category_id, bits, score, published_at, sales_count, rating_key, price_cents, tier, words)
  select l.resource_id, l.category_id, l.bits, l.score, l.published_at, l.sales_count, l.rating_key, l.price_cents,
    case when l.score >= top_score then 0 when l.score >= near_score then 1 else 2 end,
    resource_words(r, codes)
  from resource_listings l, catalogue_tiers where l.resource_id = r.id
  on conflict (resource_id) do update set
    category_id = excluded.category_id, bits = excluded.bits, score = excluded.score,
    published_at = excluded.published_at, sales_count = excluded.sales_count, rating_key = excluded.rating_key,
    price_cents = excluded.price_cents, tier = excluded.tier, words = excluded.words;
end $$;--> statement-breakpoint

-- What a sale changes. The tier may be out of date until the job refreshes all of them: changing it would rewrite the
-- index of the listing's words.
CREATE FUNCTION resources_keep_sales() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  useful integer := resource_score(new);
begin
  update resource_listings set sales_count = new.sales_count, score = useful where resource_id = new.id;
  update listing_words set sales_count = new.sales_count, score = useful where resource_id = new.id;
  return null;
end $$;--> statement-breakpoint

CREATE TRIGGER resources_keep_sales AFTER UPDATE ON resources
  FOR EACH ROW WHEN (old.sales_count <> new.sales_count) EXECUTE FUNCTION resources_keep_sales();--> statement-breakpoint

DROP TRIGGER resources_keep_listing ON resources;--> statement-breakpoint
CREATE TRIGGER resources_keep_listing AFTER UPDATE ON resources
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and current_setting('catalogue.listed_later', true) is distinct from 'on' and
    (old.is_listed, old.seller_id, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count, old.published_at)
    is distinct from
    (new.is_listed, new.seller_id, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count, new.published_at))
  EXECUTE FUNCTION resources_keep_listing();--> statement-breakpoint

CREATE OR REPLACE FUNCTION refresh_catalogue_tiers() RETURNS void LANGUAGE plpgsql AS $$
declare
  top integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 3999 limit 1), -2147483648);
  near integer := coalesce((select score from resource_listings order by score desc, resource_id desc offset 79999 limit 1), -2147483648);
begin
  update catalogue_tiers set top_score = top, near_score = near where id = 1;
  update listing_words w set tier = t.tier
  from (select resource_id, case when score >= top then 0 when score >= near then 1 else 2 end as tier from listing_words) t
  where t.resource_id = w.resource_id and t.tier <> w.tier;
end $$;
