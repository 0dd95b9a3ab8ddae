-- A cart holds a hundred different things. Counted by the database, so that putting one in is one statement, and two at
-- once never both find the last place free: the second waits for the first at the person's row.
CREATE FUNCTION cart_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (
    select 1 from cart_items where user_id = new.user_id and item_type = new.item_type and item_id = new.item_id
  ) then
    return new;
  end if;
  perform 1 from users where id = new.user_id for no key update;
  if (select count(*) from cart_items where user_id = new.user_id) >= 100 then
    raise exception 'the cart is full' using errcode = 'check_violation', constraint = 'cart_items_at_most';
  end if;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER cart_has_room BEFORE INSERT ON cart_items FOR EACH ROW EXECUTE FUNCTION cart_has_room();
