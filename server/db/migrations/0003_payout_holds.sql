CREATE TABLE "payout_holds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stores" DROP CONSTRAINT "stores_payout_held";--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "payout_holds" ("user_id", "reason", "held_at") SELECT "user_id", "payout_held_reason", "payout_held_at" FROM "stores" WHERE "payout_held_reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" DROP COLUMN "payout_held_reason";--> statement-breakpoint
ALTER TABLE "stores" DROP COLUMN "payout_held_at";