ALTER TABLE "ledger_entries" ADD COLUMN "booked_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "payout_reversals_requested" ON "payout_reversals" USING btree ("id") WHERE state = 'requested';
--> statement-breakpoint
CREATE FUNCTION ledger_entry_is_booked() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  select created_at into new.booked_at from ledger_transactions where id = new.transaction_id;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_is_booked BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_booked();
--> statement-breakpoint
ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_only_added_to;
--> statement-breakpoint
UPDATE ledger_entries e SET booked_at = t.created_at FROM ledger_transactions t WHERE t.id = e.transaction_id;
--> statement-breakpoint
ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_only_added_to;
--> statement-breakpoint
CREATE INDEX "ledger_entries_seller" ON "ledger_entries" USING btree ("seller_id","booked_at","id") WHERE seller_id is not null;
