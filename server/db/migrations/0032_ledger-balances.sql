CREATE TABLE "ledger_balances" (
	"account" text NOT NULL,
	"seller_id" integer NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "ledger_balances_account_seller_id_currency_pk" PRIMARY KEY("account","seller_id","currency")
);

--> statement-breakpoint
INSERT INTO ledger_balances
SELECT account, seller_id, currency, sum(amount_cents), sum(entry_count) FROM ledger_days GROUP BY 1, 2, 3;
