CREATE TABLE "order_deductions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_deductions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"part_id" integer NOT NULL,
	"source_part_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"held_cents" bigint NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"claimed_by" integer,
	CONSTRAINT "order_deductions_state" CHECK ("order_deductions"."state" in ('planned', 'standing', 'released', 'void')),
	CONSTRAINT "order_deductions_amount" CHECK ("order_deductions"."amount_cents" > 0 and "order_deductions"."held_cents" >= 0),
	CONSTRAINT "order_deductions_two" CHECK ("order_deductions"."part_id" <> "order_deductions"."source_part_id")
);
--> statement-breakpoint
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_part_id_order_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_source_part_id_order_parts_id_fk" FOREIGN KEY ("source_part_id") REFERENCES "public"."order_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_deductions" ADD CONSTRAINT "order_deductions_claimed_by_refunds_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_deductions_once" ON "order_deductions" USING btree ("part_id","source_part_id");--> statement-breakpoint
CREATE INDEX "order_deductions_source" ON "order_deductions" USING btree ("source_part_id");--> statement-breakpoint
CREATE INDEX "order_deductions_claimed_by" ON "order_deductions" USING btree ("claimed_by");--> statement-breakpoint
-- A deduction is of the same thing, and of a purchase by the same buyer: an earlier order of theirs, or the same order.
CREATE FUNCTION deduction_is_own() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (
    select 1 from order_parts p join orders o on o.id = p.order_id, order_parts s join orders so on so.id = s.order_id
    where p.id = new.part_id and s.id = new.source_part_id
      and s.item_type = p.item_type and s.item_id = p.item_id and s.line_id <> p.line_id
      and (so.id = o.id or (so.id < o.id and so.user_id = o.user_id))
  ) then
    raise exception 'deduction % is of another thing or another buyer', new.id
      using errcode = 'check_violation', constraint = 'deduction_is_own';
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER deduction_is_own AFTER INSERT ON order_deductions
  FOR EACH ROW EXECUTE FUNCTION deduction_is_own();
--> statement-breakpoint
CREATE TRIGGER order_deductions_price_stays
  BEFORE UPDATE OF part_id, source_part_id, amount_cents, held_cents ON order_deductions
  FOR EACH STATEMENT EXECUTE FUNCTION order_price_stays();
--> statement-breakpoint
-- What a standing deduction holds of its source has not gone back. The source's row is locked first: a refund of it and a
-- bundle that is being paid for see each other, whoever comes first. Several bundles may stand on one purchase: the thing
-- is paid for once, so the largest of them counts.
CREATE FUNCTION check_deductions_of(source integer) RETURNS void LANGUAGE plpgsql AS $$
begin
  perform 1 from order_parts where id = source for update;
  if exists (
    select 1 from order_parts s join order_deductions d on d.source_part_id = s.id and d.state = 'standing'
    where s.id = source
      and s.returned_cents + d.held_cents > s.amount_cents - s.discount_cents + s.tax_cents
  ) then
    raise exception 'a deduction from part % is not covered by it', source
      using errcode = 'check_violation', constraint = 'deduction_is_covered';
  end if;
end $$;
--> statement-breakpoint
CREATE FUNCTION deduction_is_covered() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'standing' then perform check_deductions_of(new.source_part_id); end if;
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER deduction_is_covered AFTER INSERT OR UPDATE OF state ON order_deductions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deduction_is_covered();
--> statement-breakpoint
CREATE FUNCTION deductions_stay_covered() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform check_deductions_of(new.id);
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER deductions_stay_covered AFTER UPDATE OF returned_cents ON order_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deductions_stay_covered();
--> statement-breakpoint
-- An order is the sum of its lines, a line of its parts, and what a line cost less is the sum of its deductions.
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
  ) or exists (
    select 1 from order_lines l where l.order_id = new.id and l.owned_cents <> (
      select coalesce(sum(d.amount_cents), 0) from order_parts p join order_deductions d on d.part_id = p.id
      where p.line_id = l.id)
  ) then
    raise exception 'order % does not add up', new.id
      using errcode = 'check_violation', constraint = 'order_adds_up';
  end if;
  return null;
end $$;
