CREATE TABLE "sales_months" (
	"month" date NOT NULL,
	"seller_id" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" integer NOT NULL,
	"sold_count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	CONSTRAINT "sales_months_seller_id_month_item_type_item_id_pk" PRIMARY KEY("seller_id","month","item_type","item_id")
);
--> statement-breakpoint
CREATE INDEX "sales_months_month" ON "sales_months" USING btree ("month");--> statement-breakpoint
-- What was counted by day before this.
INSERT INTO sales_months
SELECT date_trunc('month', day::timestamp)::date, seller_id, item_type, item_id, sum(sold_count), sum(amount_cents),
  sum(discount_cents), sum(tax_cents), sum(fee_cents)
FROM sales_days
GROUP BY 1, 2, 3, 4;
