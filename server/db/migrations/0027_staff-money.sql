CREATE TABLE "grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"granted_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_by" integer,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	CONSTRAINT "grants_item_type" CHECK ("grants"."item_type" in ('resource', 'course')),
	CONSTRAINT "grants_kind" CHECK ("grants"."kind" in ('grant', 'comp')),
	CONSTRAINT "grants_revoked" CHECK (("grants"."revoked_at" is null) = ("grants"."revoke_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"checked_at" timestamp with time zone NOT NULL,
	"transaction_count" integer NOT NULL,
	"entry_count" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"unbalanced_count" integer NOT NULL,
	"stray_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"day" date NOT NULL,
	"seller_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"sold_count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	CONSTRAINT "sales_days_seller_id_day_item_type_item_id_pk" PRIMARY KEY("seller_id","day","item_type","item_id")
);
--> statement-breakpoint
DROP INDEX "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("user_id","item_type","item_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "grants_granted_by" ON "grants" USING btree ("granted_by");--> statement-breakpoint
CREATE INDEX "grants_revoked_by" ON "grants" USING btree ("revoked_by");--> statement-breakpoint
CREATE INDEX "ledger_proofs_checked_at" ON "ledger_proofs" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "sales_days_day" ON "sales_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "order_lines_title" ON "order_lines" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower(email || ' ' || name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ledger_transactions_kind_id" ON "ledger_transactions" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","seller_id","transaction_id");
--> statement-breakpoint
-- What was sold before this; orders that still wait to be counted are added when they are.
INSERT INTO sales_days
SELECT (o.paid_at at time zone 'UTC')::date, coalesce(p.seller_id, 0), p.item_type, p.item_id, sum(l.quantity),
  sum(p.amount_cents), sum(p.discount_cents), sum(p.tax_cents), sum(p.fee_cents)
FROM order_parts p JOIN order_lines l ON l.id = p.line_id JOIN orders o ON o.id = p.order_id
WHERE o.paid_at IS NOT NULL AND o.is_counted IS DISTINCT FROM false
GROUP BY 1, 2, 3, 4;
