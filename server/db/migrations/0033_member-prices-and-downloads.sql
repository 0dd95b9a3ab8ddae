CREATE TABLE "membership_downloads" (
	"membership_id" integer NOT NULL,
	"month" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "membership_downloads_membership_id_month_pk" PRIMARY KEY("membership_id","month"),
	CONSTRAINT "membership_downloads_month" CHECK (extract(day from "membership_downloads"."month") = 1 and "membership_downloads"."used" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "member_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_downloads" ADD CONSTRAINT "membership_downloads_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_member" CHECK ("order_lines"."member_cents" >= 0 and "order_lines"."member_cents" % "order_lines"."quantity" = 0);