-- What many resources have in common can change without a request that lasts for minutes: writing a listing anew is what
-- takes the time. A style's name is changed everywhere at once, and a job writes the listings, which only search by that
-- name waits for; a category goes into another piece by piece, each of them whole.
DROP TRIGGER resources_keep_listing ON resources;
--> statement-breakpoint
CREATE TRIGGER resources_keep_listing AFTER UPDATE ON resources
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and current_setting('catalogue.listed_later', true) is distinct from 'on' and
    (old.is_listed, old.seller_id, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count, old.sales_count, old.published_at)
    is distinct from
    (new.is_listed, new.seller_id, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count, new.sales_count, new.published_at))
  EXECUTE FUNCTION resources_keep_listing();
--> statement-breakpoint
DROP FUNCTION move_category_resources(integer, integer);
--> statement-breakpoint
-- At most so many resources of one category into another.
CREATE FUNCTION move_category_resources(source integer, target integer, most integer) RETURNS integer LANGUAGE plpgsql
SET catalogue.counted_at_once = 'on' AS $$
declare
  moved integer[];
  listed integer[];
  changed bigint[];
  more integer[];
begin
  with these as (select id from resources where category_id = source order by id limit most for no key update),
  moving as (update resources r set category_id = target from these where r.id = these.id returning r.id, r.is_listed)
  select array_agg(id), array_agg(id) filter (where is_listed) into moved, listed from moving;
  select array_agg(key), array_agg(sum) into changed, more from (
    select key, sum(each)::int from (
      select key, 1 as each from resources r, choice_keys(resource_codes(r)) key where r.id = any(listed)
      union all
      select key, -1 from resources r, choice_keys(array_replace(resource_codes(r), 64 + target, 64 + source)) key
      where r.id = any(listed)
    ) each group by key having sum(each) <> 0 order by key
  ) counted;
  perform pg_advisory_xact_lock(727310002);
  insert into resource_counts as c (key, count) select * from unnest(changed, more)
  on conflict (key) do update set count = c.count + excluded.count;
  return coalesce(cardinality(moved), 0);
end $$;
