CREATE TABLE "membership_credit_uses" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"credit_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"returned_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_credit_uses_amount" CHECK ("membership_credit_uses"."amount_cents" > 0 and "membership_credit_uses"."returned_cents" between 0 and "membership_credit_uses"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "membership_credits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"membership_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"months" smallint NOT NULL,
	"granted_cents" bigint NOT NULL,
	"used_cents" bigint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "membership_credits_used" CHECK ("membership_credits"."used_cents" between 0 and "membership_credits"."granted_cents"),
	CONSTRAINT "membership_credits_time" CHECK ("membership_credits"."ends_at" > "membership_credits"."starts_at"),
	CONSTRAINT "membership_credits_months" CHECK ("membership_credits"."months" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_credit_uses" ADD CONSTRAINT "membership_credit_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_credit_uses" ADD CONSTRAINT "membership_credit_uses_credit_id_membership_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."membership_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_credits" ADD CONSTRAINT "membership_credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_credits" ADD CONSTRAINT "membership_credits_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_credit_uses_credit_id" ON "membership_credit_uses" USING btree ("credit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_credits_start" ON "membership_credits" USING btree ("membership_id","starts_at");--> statement-breakpoint
CREATE INDEX "membership_credits_to_remind" ON "membership_credits" USING btree ("ends_at") WHERE reminded_at is null and used_cents < granted_cents;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_known" CHECK ("ledger_entries"."account" in ('gateway', 'platform_revenue', 'seller_payable', 'buyer_payable', 'tax_payable', 'disputed', 'in_transit', 'booking_credit'));--> statement-breakpoint
ALTER TABLE "order_parts" ADD CONSTRAINT "order_parts_credit" CHECK ("order_parts"."credit_cents" between 0 and "order_parts"."amount_cents" - "order_parts"."discount_cents" and ("order_parts"."credit_cents" = 0 or "order_parts"."item_type" = 'booking'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit" CHECK ("orders"."credit_cents" between 0 and "orders"."subtotal_cents" - "orders"."discount_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."tax_cents" - "orders"."credit_cents" and "orders"."total_cents" >= 0);--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_credit" CHECK ("refund_parts"."credit_cents" between 0 and "refund_parts"."amount_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment" CHECK ("refunds"."amount_cents" = 0 or "refunds"."payment_id" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" >= 0 and "refunds"."credit_cents" >= 0 and "refunds"."amount_cents" + "refunds"."credit_cents" > 0);--> statement-breakpoint
-- A member never has two half-years at once, over several memberships neither.
ALTER TABLE "membership_credits" ADD CONSTRAINT "membership_credits_no_overlap"
  EXCLUDE USING gist ("user_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
-- What is used is the sum of its uses. Two checkouts at once wait for each other here, and membership_credits_used
-- refuses the one that would use more than there is.
CREATE FUNCTION membership_credit_is_used() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update membership_credits
  set used_cents = used_cents + new.amount_cents - new.returned_cents
    - case when tg_op = 'UPDATE' then old.amount_cents - old.returned_cents else 0 end
  where id = new.credit_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER membership_credit_is_used AFTER INSERT OR UPDATE OF returned_cents ON membership_credit_uses
  FOR EACH ROW EXECUTE FUNCTION membership_credit_is_used();
--> statement-breakpoint
-- An order that ends unpaid gives its credit back.
CREATE FUNCTION order_frees_credit() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update membership_credit_uses set returned_cents = amount_cents where order_id = new.id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER order_frees_credit AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (old.state = 'pending' and new.state in ('failed', 'cancelled', 'expired') and new.credit_cents > 0)
  EXECUTE FUNCTION order_frees_credit();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from order_lines where order_id = new.id
    having sum(amount_cents) = new.subtotal_cents and sum(discount_cents) = new.discount_cents
      and sum(tax_cents) = new.tax_cents
  ) or exists (
    select 1 from order_lines l left join order_parts p on p.line_id = l.id where l.order_id = new.id
    group by l.id having l.amount_cents <> coalesce(sum(p.amount_cents), -1)
      or l.discount_cents <> sum(p.discount_cents) or l.tax_cents <> sum(p.tax_cents)
  ) or new.credit_cents <> (select sum(credit_cents) from order_parts where order_id = new.id)
  or new.credit_cents <> coalesce((select amount_cents from membership_credit_uses where order_id = new.id), 0)
  or exists (
    select 1 from order_lines l where l.order_id = new.id and l.owned_cents <> (
      select coalesce(sum(d.amount_cents), 0) from order_parts p join order_deductions d on d.part_id = p.id
      where p.line_id = l.id)
  ) then
    raise exception 'order % does not add up', new.id
      using errcode = 'check_violation', constraint = 'order_adds_up';
  end if;
  return null;
end $$;
--> statement-breakpoint
DROP TRIGGER order_adds_up ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_adds_up
  AFTER INSERT OR UPDATE OF subtotal_cents, discount_cents, tax_cents, credit_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_adds_up();
--> statement-breakpoint
DROP TRIGGER order_parts_price_stays ON order_parts;
--> statement-breakpoint
CREATE TRIGGER order_parts_price_stays
  BEFORE UPDATE OF amount_cents, discount_cents, tax_cents, credit_cents, fee_cents ON order_parts
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION part_returns_add_up(part integer) RETURNS void LANGUAGE plpgsql AS $$
declare
  returned record;
begin
  select coalesce(sum(amount_cents), 0) as amount, coalesce(sum(share_cents), 0) as share,
    coalesce(sum(credit_cents), 0) as credit into returned from (
    select rp.amount_cents, rp.share_cents, rp.credit_cents from refund_parts rp join refunds r on r.id = rp.refund_id
    where rp.part_id = part and r.state <> 'failed'
    union all
    select amount_cents, share_cents, 0 from dispute_parts where part_id = part
  ) back;
  if returned.amount <> (select returned_cents from order_parts where id = part)
  or returned.credit > (select credit_cents from order_parts where id = part)
  or returned.share <> coalesce((select returned_cents from earnings where part_id = part), 0) then
    raise exception 'what went back of part % does not add up', part
      using errcode = 'check_violation', constraint = 'part_returns_add_up';
  end if;
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_refund_returns() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform part_returns_add_up(part_id) from refund_parts where refund_id = new.id;
  if new.kind <> 'undo' and not exists (
    select 1 from refund_parts where refund_id = new.id
    having coalesce(sum(amount_cents), 0) = new.amount_cents + new.credit_cents
      and coalesce(sum(credit_cents), 0) = new.credit_cents
  ) then
    raise exception 'refund % is not the sum of its parts', new.id
      using errcode = 'check_violation', constraint = 'refund_adds_up';
  end if;
  return null;
end $$;
