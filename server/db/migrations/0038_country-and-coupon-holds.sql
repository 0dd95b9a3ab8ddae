DROP INDEX "coupon_uses_order";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD COLUMN "card" text;--> statement-breakpoint
CREATE INDEX "coupon_uses_of_order" ON "coupon_uses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_held" ON "coupon_uses" USING btree ("coupon_id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "coupon_uses_card" ON "coupon_uses" USING btree ("coupon_id","card") WHERE card is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_order" ON "coupon_uses" USING btree ("order_id") WHERE state <> 'freed';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_country" CHECK ("orders"."country" ~ '^[A-Z]{2}$');
--> statement-breakpoint
-- Until now every address was in the United States.
UPDATE "orders" SET "country" = 'US' WHERE "zip" IS NOT NULL;
--> statement-breakpoint
-- As before; where a payment came from is forgotten with its hold.
CREATE OR REPLACE FUNCTION order_frees_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  with freed as (
    update coupon_uses set state = 'freed', ended_at = coalesce(new.ended_at, now()), network = null
    where order_id = new.id and state <> 'freed' returning coupon_id
  )
  update coupons c set use_count = c.use_count - 1 from freed where c.id = freed.coupon_id;
  return null;
end $$;
