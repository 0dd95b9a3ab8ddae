CREATE TABLE "mail_limits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_limits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_limits_key" ON "mail_limits" USING btree ("key_hash","created_at");--> statement-breakpoint
CREATE INDEX "mail_limits_created_at" ON "mail_limits" USING btree ("created_at");