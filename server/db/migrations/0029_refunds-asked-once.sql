ALTER TABLE "payouts" DROP CONSTRAINT "payouts_amount";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_asked_key" ON "refunds" USING btree ("order_id","asked_key");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0);
--> statement-breakpoint
-- A payout is what its earnings bring, whose windows have closed, less what is owed the other way; and nobody is paid more
-- than they are owed, with what is on its way back to buyers taken off.
CREATE OR REPLACE FUNCTION payout_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from earnings where payout_id = new.id
    having coalesce(sum(share_cents - returned_cents), 0) = new.amount_cents + new.offset_cents
      and coalesce(max(available_at), new.created_at) <= new.created_at
  ) or seller_owed(new.seller_id) < (
    select coalesce(sum(rp.share_cents), 0) from refunds r join refund_parts rp on rp.refund_id = r.id
    join order_parts p on p.id = rp.part_id
    where r.state = 'requested' and p.seller_id = new.seller_id
  ) then
    raise exception 'payout % is more than is due', new.id
      using errcode = 'check_violation', constraint = 'payout_is_due';
  end if;
  return null;
end $$;
