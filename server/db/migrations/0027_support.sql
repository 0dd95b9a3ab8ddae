CREATE TABLE "saved_replies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_replies_title_length" CHECK (length("saved_replies"."title") between 1 and 80),
	CONSTRAINT "saved_replies_text_length" CHECK (length("saved_replies"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "support_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"request_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"author_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "support_notes_text" CHECK (length("support_notes"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"user_id" integer,
	"guest_name" text DEFAULT '' NOT NULL,
	"guest_email" text,
	"order_number" text DEFAULT '' NOT NULL,
	"assignee_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"first_response_at" timestamp with time zone,
	"solved_at" timestamp with time zone,
	CONSTRAINT "support_requests_one_customer" CHECK ("support_requests"."user_id" is null or "support_requests"."guest_email" is null)
);
--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_about";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_about";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "support_state" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_from_support" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_keys" ADD CONSTRAINT "support_keys_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_title" ON "saved_replies" USING btree (lower(title));--> statement-breakpoint
CREATE INDEX "saved_replies_updated_by" ON "saved_replies" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "support_keys_request_id" ON "support_keys" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "support_notes_request_id" ON "support_notes" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "support_notes_author_id" ON "support_notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_requests_conversation_id" ON "support_requests" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "support_requests_user_id" ON "support_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_requests_assignee_id" ON "support_requests" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "support_requests_guest_email" ON "support_requests" USING btree (lower(guest_email));--> statement-breakpoint
CREATE INDEX "support_requests_created_at" ON "support_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "conversations_support_state" ON "conversations" USING btree ("support_state","last_message_at") WHERE support_state is not null;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_support_state" CHECK ("conversations"."support_state" in ('open', 'waiting', 'solved'));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_about" CHECK (("conversations"."about_type" is null) = ("conversations"."about_id" is null) and "conversations"."about_type" in ('resource', 'course', 'order', 'booking', 'certificate', 'seller'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_about" CHECK (("messages"."about_type" is null) = ("messages"."about_id" is null) and "messages"."about_type" in ('resource', 'course', 'order', 'booking', 'certificate', 'seller'));