CREATE INDEX "coupon_uses_person" ON "coupon_uses" USING btree ("person","coupon_id") WHERE state <> 'freed';--> statement-breakpoint
-- An order that came to nothing, or was refunded whole, gives its coupon back; whichever way it got there, and once.
CREATE FUNCTION order_frees_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  with freed as (
    update coupon_uses set state = 'freed', ended_at = coalesce(new.ended_at, now())
    where order_id = new.id and state <> 'freed' returning coupon_id
  )
  update coupons c set use_count = c.use_count - 1 from freed where c.id = freed.coupon_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER order_frees_coupon AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (new.state in ('failed', 'cancelled', 'expired', 'refunded') and new.discount_cents > 0)
  EXECUTE FUNCTION order_frees_coupon();
--> statement-breakpoint
-- A guest's order has found its owner: the use counts against them from now on.
CREATE FUNCTION coupon_use_finds_owner() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update coupon_uses u set person = 'u' || new.user_id,
    turn = case when exists (
      select 1 from coupon_uses o where o.coupon_id = u.coupon_id and o.person = 'u' || new.user_id and o.turn = u.turn
        and o.state <> 'freed'
    ) then 0 else u.turn end,
    is_first_order = u.is_first_order and not exists (
      select 1 from coupon_uses o where o.person = 'u' || new.user_id and o.is_first_order and o.state <> 'freed'
    )
  where u.order_id = new.id and u.person like 'e%';
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER coupon_use_finds_owner AFTER UPDATE OF user_id ON orders FOR EACH ROW
  WHEN (new.user_id is not null and old.user_id is null and new.discount_cents > 0)
  EXECUTE FUNCTION coupon_use_finds_owner();
