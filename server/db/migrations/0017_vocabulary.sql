CREATE TABLE "merged_categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"into_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merged_categories" ADD CONSTRAINT "merged_categories_into_id_categories_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_categories_into_id" ON "merged_categories" USING btree ("into_id");
--> statement-breakpoint
-- A tree of one kind, three levels deep, without circles. One change at a time, so that two moves that are each fine
-- cannot make a circle together.
CREATE FUNCTION categories_check_tree() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  levels_above integer;
  levels_below integer;
  is_circle boolean;
  is_mixed boolean;
begin
  perform pg_advisory_xact_lock(727310003);
  with recursive up as (
    select id, parent_id, kind, 1 as level from categories where id = new.id
    union all
    select c.id, c.parent_id, c.kind, up.level + 1 from categories c join up on c.id = up.parent_id where up.level < 10
  )
  select max(level), bool_or(level > 1 and id = new.id), count(distinct kind) > 1
  into levels_above, is_circle, is_mixed from up;
  if is_circle then
    raise exception 'a category cannot be below itself' using errcode = '23514', constraint = 'categories_no_circle';
  end if;
  if is_mixed then
    raise exception 'a category of one kind cannot be below one of another' using errcode = '23514', constraint = 'categories_one_kind';
  end if;
  with recursive down as (
    select id, 0 as level from categories where id = new.id
    union all
    select c.id, down.level + 1 from categories c join down on c.parent_id = down.id where down.level < 10
  )
  select max(level) into levels_below from down;
  if levels_above + levels_below > 3 then
    raise exception 'categories are at most three levels deep' using errcode = '23514', constraint = 'categories_three_levels';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER categories_check_tree_new AFTER INSERT ON categories
  FOR EACH ROW WHEN (new.parent_id IS NOT NULL) EXECUTE FUNCTION categories_check_tree();
--> statement-breakpoint
CREATE TRIGGER categories_check_tree AFTER UPDATE ON categories
  FOR EACH ROW WHEN ((old.parent_id, old.kind) IS DISTINCT FROM (new.parent_id, new.kind)) EXECUTE FUNCTION categories_check_tree();
--> statement-breakpoint
-- The words of a resource as if its style were called so.
CREATE FUNCTION resource_terms_as(r resources, style text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array(
    select distinct term
    from unnest(string_to_array(catalogue_text(concat_ws(' ', r.title, array_to_string(r.tags, ' '), style, r.type, r.level, left(r.description, 20000))), ' ')) term
    where length(term) between 2 and 40 and term > 'a'
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION resource_terms(r resources) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select resource_terms_as(r, r.dance_style)
$$;
--> statement-breakpoint
-- As before (0007), but a style that was renamed in this transaction is still the same style: by its old name it has
-- no number any more.
CREATE OR REPLACE FUNCTION resources_keep_counts() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  terms_before text[] := case when tg_op <> 'INSERT' and old.is_listed then resource_terms(old) end;
  terms_after text[] := case when tg_op <> 'DELETE' and new.is_listed then resource_terms(new) end;
  codes_before integer[];
  codes_after integer[] := case when tg_op <> 'DELETE' and new.is_listed then resource_codes(new) end;
begin
  if tg_op = 'UPDATE' and old.dance_style <> new.dance_style
    and not exists (select from dance_styles where name = old.dance_style) then old.dance_style := new.dance_style;
  end if;
  codes_before := case when tg_op <> 'INSERT' and old.is_listed then resource_codes(old) end;
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
-- The two functions below count what they change in one step: resource by resource, whoever publishes meanwhile would
-- wait for as long as that takes.
DROP TRIGGER resources_keep_counts ON resources;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER resources_keep_counts AFTER UPDATE ON resources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.is_listed or new.is_listed) and current_setting('catalogue.counted_at_once', true) is distinct from 'on' and
    (old.is_listed, old.category_id, old.title, old.description, old.type, old.dance_style, old.age_groups, old.level,
     old.tags, old.price_cents, old.bpm, old.metre, old.rating_sum, old.rating_count)
    is distinct from
    (new.is_listed, new.category_id, new.title, new.description, new.type, new.dance_style, new.age_groups, new.level,
     new.tags, new.price_cents, new.bpm, new.metre, new.rating_sum, new.rating_count))
  EXECUTE FUNCTION resources_keep_counts();
--> statement-breakpoint
-- A style under another name, wherever it is used. Its number stays, so no counter changes; the words in use do.
CREATE FUNCTION rename_dance_style(style integer, new_name text) RETURNS void LANGUAGE plpgsql
SET catalogue.counted_at_once = 'on' AS $$
declare
  old_name text;
  changed text[];
  more integer[];
begin
  select name into old_name from dance_styles where id = style for update;
  if old_name = new_name then return; end if;
  update dance_styles set name = new_name where id = style;
  update users set dance_styles = array_replace(dance_styles, old_name, new_name) where old_name = any(dance_styles);
  with old_words as (select distinct word from unnest(string_to_array(catalogue_text(old_name), ' ')) word),
  new_words as (select distinct word from unnest(string_to_array(catalogue_text(new_name), ' ')) word),
  changes as (
    select word, 1 as each from new_words where word not in (select word from old_words)
    union all
    select word, -1 from old_words where word not in (select word from new_words)
  )
  select array_agg(word), array_agg(sum) into changed, more from (
    select word, sum(each)::int from changes
    join (select resource_terms_as(r, '') as others from resources r where r.dance_style = new_name and r.is_listed) have
      on word <> all(others)
    where length(word) between 2 and 40 and word > 'a' group by word order by word
  ) counted;
  perform pg_advisory_xact_lock(727310002);
  insert into catalogue_words as w (word, stem, count)
  select word, coalesce((ts_lexize('english_stem', word))[1], ''), count from unnest(changed, more) c(word, count)
  on conflict (word) do update set count = w.count + excluded.count;
end $$;
--> statement-breakpoint
-- All resources of one category into another.
CREATE FUNCTION move_category_resources(source integer, target integer) RETURNS integer LANGUAGE plpgsql
SET catalogue.counted_at_once = 'on' AS $$
declare
  moved integer[];
  listed integer[];
  changed bigint[];
  more integer[];
begin
  with moving as (update resources set category_id = target where category_id = source returning id, is_listed)
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
