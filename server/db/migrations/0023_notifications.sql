CREATE TABLE "mail_opt_outs" (
	"address_hash" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_opt_outs_address_hash_kind_pk" PRIMARY KEY("address_hash","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"has_bell" boolean DEFAULT true NOT NULL,
	"has_email" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"link" text,
	"object_type" text,
	"object_id" integer,
	"object_title" text,
	"group_key" text NOT NULL,
	"is_in_bell" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_link" CHECK ("notifications"."link" ~ '^/([^/]|$)'),
	CONSTRAINT "notifications_object" CHECK (("notifications"."object_type" is null) = ("notifications"."object_id" is null))
);
--> statement-breakpoint
CREATE TABLE "weekly_digests" (
	"user_id" integer NOT NULL,
	"week" date NOT NULL,
	CONSTRAINT "weekly_digests_user_id_week_pk" PRIMARY KEY("user_id","week")
);
--> statement-breakpoint
ALTER TABLE "live_streams" ADD COLUMN "connected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","key");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id") WHERE is_in_bell;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null and is_in_bell;--> statement-breakpoint
CREATE INDEX "notifications_created_at" ON "notifications" USING btree ("created_at");--> statement-breakpoint
-- Carts kept this setting for themselves before there were settings for every kind.
INSERT INTO "notification_settings" ("user_id", "kind", "has_email")
  SELECT "user_id", 'cart-reminder', false FROM "cart_reminders" WHERE NOT "is_wanted";--> statement-breakpoint
ALTER TABLE "cart_reminders" DROP COLUMN "is_wanted";--> statement-breakpoint
-- Deferred to the commit: the number of a live event locks the user's stream, and a transaction that notifies several
-- users would otherwise hold their streams while it works.
CREATE FUNCTION tell_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE next_number integer;
BEGIN
  INSERT INTO live_streams (user_id, last_number) VALUES (new.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET last_number = live_streams.last_number + 1
    RETURNING last_number INTO next_number;
  INSERT INTO live_events (user_id, number, kind, payload, created_at)
    VALUES (new.user_id, next_number, 'notification', jsonb_build_object('id', new.id), new.created_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER notifications_tell AFTER INSERT ON "notifications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_in_bell) EXECUTE FUNCTION tell_notification();
