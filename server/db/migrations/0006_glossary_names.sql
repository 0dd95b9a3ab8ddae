-- Gives tables and columns the words of docs/GLOSSARY.md: sellers, wishlist items, enrollments, ledger checks, buyers.
-- Functions name tables in their text, so those that used an old name are created again.

-- seller
ALTER TABLE "stores" RENAME TO "sellers";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_pkey" TO "sellers_pkey";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_user_id_users_id_fk" TO "sellers_user_id_users_id_fk";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_state" TO "sellers_state";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_suspended_reason" TO "sellers_suspended_reason";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_fee" TO "sellers_fee";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_slug_form" TO "sellers_slug_form";
ALTER TABLE "sellers" RENAME CONSTRAINT "stores_rating" TO "sellers_rating";
ALTER INDEX "stores_slug" RENAME TO "sellers_slug";
ALTER INDEX "stores_name_prefix" RENAME TO "sellers_name_prefix";
ALTER TRIGGER stores_keep_listed ON "sellers" RENAME TO sellers_keep_listed;
ALTER TRIGGER stores_keep_listings ON "sellers" RENAME TO sellers_keep_listings;
ALTER FUNCTION stores_keep_listings() RENAME TO sellers_keep_listings;

ALTER TABLE "store_follows" RENAME TO "seller_follows";
ALTER TABLE "seller_follows" RENAME CONSTRAINT "store_follows_user_id_seller_id_pk" TO "seller_follows_user_id_seller_id_pk";
ALTER TABLE "seller_follows" RENAME CONSTRAINT "store_follows_not_self" TO "seller_follows_not_self";
ALTER TABLE "seller_follows" RENAME CONSTRAINT "store_follows_user_id_users_id_fk" TO "seller_follows_user_id_users_id_fk";
ALTER TABLE "seller_follows" RENAME CONSTRAINT "store_follows_seller_id_stores_user_id_fk" TO "seller_follows_seller_id_sellers_user_id_fk";
ALTER INDEX "store_follows_seller_id" RENAME TO "seller_follows_seller_id";

ALTER TABLE "store_notes" RENAME TO "seller_notes";
ALTER SEQUENCE "store_notes_id_seq" RENAME TO "seller_notes_id_seq";
ALTER TABLE "seller_notes" RENAME CONSTRAINT "store_notes_pkey" TO "seller_notes_pkey";
ALTER TABLE "seller_notes" RENAME CONSTRAINT "store_notes_seller_id_stores_user_id_fk" TO "seller_notes_seller_id_sellers_user_id_fk";
ALTER TABLE "seller_notes" RENAME CONSTRAINT "store_notes_author_id_users_id_fk" TO "seller_notes_author_id_users_id_fk";
ALTER INDEX "store_notes_seller_id" RENAME TO "seller_notes_seller_id";
ALTER INDEX "store_notes_author_id" RENAME TO "seller_notes_author_id";

ALTER TABLE "resources" RENAME CONSTRAINT "resources_seller_id_stores_user_id_fk" TO "resources_seller_id_sellers_user_id_fk";
ALTER TABLE "bundles" RENAME CONSTRAINT "bundles_seller_id_stores_user_id_fk" TO "bundles_seller_id_sellers_user_id_fk";
ALTER TABLE "coupons" RENAME CONSTRAINT "coupons_seller_id_stores_user_id_fk" TO "coupons_seller_id_sellers_user_id_fk";
ALTER TABLE "coupon_sellers" RENAME CONSTRAINT "coupon_sellers_seller_id_stores_user_id_fk" TO "coupon_sellers_seller_id_sellers_user_id_fk";
--> statement-breakpoint

CREATE OR REPLACE FUNCTION seller_is_open(seller integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  select exists (
    select 1 from sellers join users on users.id = sellers.user_id
    where sellers.user_id = seller and sellers.state = 'approved' and users.state = 'active'
  )
$$;

-- Publishing locks the seller's row and account. Without the lock, a suspension in the same moment would not see the
-- new resource, and it would stay on sale.
CREATE OR REPLACE FUNCTION resources_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'published' and (tg_op = 'INSERT' or old.state <> 'published') then
    perform 1 from sellers join users on users.id = sellers.user_id where sellers.user_id = new.seller_id for share;
  end if;
  new.is_listed := new.state = 'published' and seller_is_open(new.seller_id);
  if new.is_listed and new.published_at is null then new.published_at := new.updated_at; end if;
  return new;
end $$;

-- Lock order: the seller's row first, then the resources, here and wherever both change. This prevents deadlocks between
-- a review, a suspended seller and a suspended account.
CREATE OR REPLACE FUNCTION seller_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  seller integer;
begin
  if tg_table_name = 'sellers' then
    seller := new.user_id;
  else
    seller := new.id;
    perform 1 from sellers where user_id = seller for no key update;
  end if;
  update resources set is_listed = is_listed where seller_id = seller and state = 'published';
  return null;
end $$;

-- The searchable document. Title words are indexed a second time as "^word", which lets suggestions match the start of a
-- title word without reading listings that only mention it elsewhere. Facet codes are "~code", the seller "~s<id>".
CREATE OR REPLACE FUNCTION resource_words(r resources, codes integer[]) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select setweight(title, 'A')
    || setweight(to_tsvector('english', catalogue_text(concat_ws(' ', array_to_string(r.tags, ' '), r.dance_style, r.type, r.level))), 'B')
    || setweight(to_tsvector('english', catalogue_text((select name from sellers where user_id = r.seller_id))), 'B')
    || setweight(to_tsvector('english', catalogue_text(catalogue_prose(left(r.description, 20000)))), 'C')
    || array_to_tsvector(
      array(select '~' || code from unnest(codes) code)
      || array(select '^' || word from unnest(tsvector_to_array(title)) word)
      || ('~s' || r.seller_id)
    )
  from to_tsvector('english', catalogue_text(r.title)) title
$$;

-- Ratings are stored as sum and count and changed by the difference in the reviewer's own transaction, which keeps them
-- exact under concurrency. The seller's row is locked before the resource (see seller_keep_listed).
CREATE OR REPLACE FUNCTION reviews_keep_rating() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  item_type text := case tg_op when 'DELETE' then old.item_type else new.item_type end;
  item_id integer := case tg_op when 'DELETE' then old.item_id else new.item_id end;
  stars_more integer := (case tg_op when 'DELETE' then 0 else new.stars end) - (case tg_op when 'INSERT' then 0 else old.stars end);
  count_more integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
begin
  if stars_more = 0 and count_more = 0 then return null; end if;
  if item_type = 'resource' then
    update sellers s set rating_sum = s.rating_sum + stars_more, rating_count = s.rating_count + count_more
      where s.user_id = (select r.seller_id from resources r where r.id = item_id);
    update resources r set rating_sum = r.rating_sum + stars_more, rating_count = r.rating_count + count_more
      where r.id = item_id;
  else
    update courses c set rating_sum = c.rating_sum + stars_more, rating_count = c.rating_count + count_more
      where c.id = item_id;
  end if;
  return null;
end $$;
--> statement-breakpoint

-- wishlist
ALTER TABLE "wishes" RENAME TO "wishlist_items";
ALTER TABLE "wishlist_items" RENAME CONSTRAINT "wishes_user_id_item_type_item_id_pk" TO "wishlist_items_user_id_item_type_item_id_pk";
ALTER TABLE "wishlist_items" RENAME CONSTRAINT "wishes_item_type" TO "wishlist_items_item_type";
ALTER TABLE "wishlist_items" RENAME CONSTRAINT "wishes_user_id_users_id_fk" TO "wishlist_items_user_id_users_id_fk";

-- entitlement
ALTER TABLE "enrolments" RENAME TO "enrollments";
ALTER SEQUENCE "enrolments_id_seq" RENAME TO "enrollments_id_seq";
ALTER TABLE "enrollments" RENAME CONSTRAINT "enrolments_pkey" TO "enrollments_pkey";
ALTER TABLE "enrollments" RENAME CONSTRAINT "enrolments_state_known" TO "enrollments_state_known";
ALTER TABLE "enrollments" RENAME CONSTRAINT "enrolments_user_id_users_id_fk" TO "enrollments_user_id_users_id_fk";
ALTER TABLE "enrollments" RENAME CONSTRAINT "enrolments_course_id_courses_id_fk" TO "enrollments_course_id_courses_id_fk";
ALTER INDEX "enrolments_once" RENAME TO "enrollments_once";
ALTER INDEX "enrolments_course_id" RENAME TO "enrollments_course_id";

-- bundle
ALTER TABLE "bundle_items" RENAME CONSTRAINT "bundle_items_one_thing" TO "bundle_items_one_item";
--> statement-breakpoint

-- coupon
ALTER TABLE "coupons" RENAME CONSTRAINT "coupons_worth" TO "coupons_value";
ALTER TABLE "coupon_uses" RENAME COLUMN "person" TO "buyer";
ALTER TABLE "coupon_uses" RENAME COLUMN "turn" TO "use_number";
ALTER INDEX "coupon_uses_turn" RENAME TO "coupon_uses_number";
ALTER INDEX "coupon_uses_person" RENAME TO "coupon_uses_buyer";

-- When a guest's order joins an account, the coupon use counts against that account.
CREATE OR REPLACE FUNCTION coupon_use_finds_owner() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update coupon_uses u set buyer = 'u' || new.user_id,
    use_number = case when exists (
      select 1 from coupon_uses o where o.coupon_id = u.coupon_id and o.buyer = 'u' || new.user_id
        and o.use_number = u.use_number and o.state <> 'freed'
    ) then 0 else u.use_number end,
    is_first_order = u.is_first_order and not exists (
      select 1 from coupon_uses o where o.buyer = 'u' || new.user_id and o.is_first_order and o.state <> 'freed'
    )
  where u.order_id = new.id and u.buyer like 'e%';
  return null;
end $$;
--> statement-breakpoint

-- resource
ALTER TABLE "resource_versions" RENAME COLUMN "told_up_to" TO "notified_up_to";

-- payment
ALTER TABLE "payments" RENAME COLUMN "tries" TO "attempts";
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_state";
UPDATE "webhook_events" SET "state" = 'unmatched' WHERE "state" = 'set_aside';
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_state" CHECK ("webhook_events"."state" in ('waiting', 'done', 'unmatched'));

-- refund
ALTER TABLE "refunds" RENAME COLUMN "asked_key" TO "request_key";
ALTER INDEX "refunds_asked_key" RENAME TO "refunds_request_key";

-- ledger
ALTER TABLE "ledger_entries" RENAME CONSTRAINT "ledger_entries_whose" TO "ledger_entries_seller_known";
ALTER TABLE "ledger_proofs" RENAME TO "ledger_checks";
ALTER SEQUENCE "ledger_proofs_id_seq" RENAME TO "ledger_checks_id_seq";
ALTER TABLE "ledger_checks" RENAME CONSTRAINT "ledger_proofs_pkey" TO "ledger_checks_pkey";
ALTER INDEX "ledger_proofs_checked_at" RENAME TO "ledger_checks_checked_at";

-- integrations
ALTER TABLE "sandbox_events" RENAME COLUMN "tries" TO "attempts";
ALTER TABLE "sandbox_events" RENAME COLUMN "next_try_at" TO "next_attempt_at";
