CREATE TABLE "signing_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
-- Whoever touches a shop and its resources takes the shop first, so that no two can wait for each other: someone who
-- reviews, someone who suspends the shop, someone who suspends the account.
CREATE OR REPLACE FUNCTION reviews_keep_rating() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  item_type text := case tg_op when 'DELETE' then old.item_type else new.item_type end;
  item_id integer := case tg_op when 'DELETE' then old.item_id else new.item_id end;
  stars_more integer := (case tg_op when 'DELETE' then 0 else new.stars end) - (case tg_op when 'INSERT' then 0 else old.stars end);
  count_more integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
begin
  if stars_more = 0 and count_more = 0 then return null; end if;
  if item_type = 'resource' then
    update stores s set rating_sum = s.rating_sum + stars_more, rating_count = s.rating_count + count_more
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
CREATE OR REPLACE FUNCTION seller_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  seller integer;
begin
  if tg_table_name = 'stores' then
    seller := new.user_id;
  else
    seller := new.id;
    perform 1 from stores where user_id = seller for no key update;
  end if;
  update resources set is_listed = is_listed where seller_id = seller and state = 'published';
  return null;
end $$;
--> statement-breakpoint
-- Whoever publishes holds the shop and the account still until it is done: one suspended in the same moment would not
-- see the resource yet, and it would stay on sale.
CREATE OR REPLACE FUNCTION resources_keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'published' and (tg_op = 'INSERT' or old.state <> 'published') then
    perform 1 from stores join users on users.id = stores.user_id where stores.user_id = new.seller_id for share;
  end if;
  new.is_listed := new.state = 'published' and seller_is_open(new.seller_id);
  if new.is_listed and new.published_at is null then new.published_at := new.updated_at; end if;
  return new;
end $$;
