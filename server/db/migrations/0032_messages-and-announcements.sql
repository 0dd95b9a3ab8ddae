CREATE TABLE "announcement_recipients" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "announcement_recipients_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sender_id" integer NOT NULL,
	"audience" text NOT NULL,
	"item_id" integer,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"client_key" text,
	"state" text DEFAULT 'sending' NOT NULL,
	"planned_count" integer NOT NULL,
	"recipient_count" integer DEFAULT 0 NOT NULL,
	"reached_user_id" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" in ('students', 'holders', 'buyers', 'followers')),
	CONSTRAINT "announcements_item" CHECK (("announcements"."audience" in ('students', 'holders')) = ("announcements"."item_id" is not null)),
	CONSTRAINT "announcements_state" CHECK ("announcements"."state" in ('sending', 'sent')),
	CONSTRAINT "announcements_subject" CHECK (length("announcements"."subject") <= 80),
	CONSTRAINT "announcements_text" CHECK (length("announcements"."text") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"shows_activity" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_minor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_user_id" ON "announcement_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_client_key" ON "announcements" USING btree ("sender_id","client_key");--> statement-breakpoint
CREATE INDEX "announcements_sender_id" ON "announcements" USING btree ("sender_id","id");