-- For the index that finds words within a reader's own conversations.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"last_read_seq" integer DEFAULT 0 NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"archived_seq" integer,
	"draft" text DEFAULT '' NOT NULL,
	"mailed_seq" integer DEFAULT 0 NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id"),
	CONSTRAINT "conversation_members_read" CHECK ("conversation_members"."last_read_seq" >= 0),
	CONSTRAINT "conversation_members_draft" CHECK (length("conversation_members"."draft") <= 10000)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"thread_key" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"about_type" text,
	"about_id" integer,
	"started_by" integer,
	"is_first_contact" boolean NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_about" CHECK (("conversations"."about_type" is null) = ("conversations"."about_id" is null) and "conversations"."about_type" in ('resource', 'course', 'order', 'booking', 'seller')),
	CONSTRAINT "conversations_subject" CHECK (length("conversations"."subject") <= 120),
	CONSTRAINT "conversations_last_seq" CHECK ("conversations"."last_seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"storage_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"message_id" integer,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	CONSTRAINT "message_reports_state" CHECK ("message_reports"."state" in ('open', 'dismissed', 'upheld')),
	CONSTRAINT "message_reports_decided" CHECK (("message_reports"."state" = 'open') = ("message_reports"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" integer,
	"text" text NOT NULL,
	"about_type" text,
	"about_id" integer,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"text_hash" text,
	"client_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "messages_about" CHECK (("messages"."about_type" is null) = ("messages"."about_id" is null) and "messages"."about_type" in ('resource', 'course', 'order', 'booking', 'seller')),
	CONSTRAINT "messages_text" CHECK (length("messages"."text") <= 10000),
	CONSTRAINT "messages_seq_range" CHECK ("messages"."seq" > 0),
	CONSTRAINT "messages_flags" CHECK ("messages"."flags" <@ array['card', 'password']),
	CONSTRAINT "messages_deleted" CHECK ("messages"."deleted_at" is null or "messages"."text" = '')
);
--> statement-breakpoint
CREATE TABLE "user_blocks" (
	"user_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id"),
	CONSTRAINT "user_blocks_not_self" CHECK ("user_blocks"."user_id" <> "user_blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"user_id" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_events_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
CREATE TABLE "live_streams" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_purpose";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_streams" ADD CONSTRAINT "live_streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_user_id" ON "conversation_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_thread_key" ON "conversations" USING btree ("thread_key");--> statement-breakpoint
CREATE INDEX "conversations_started_by" ON "conversations" USING btree ("started_by","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_files_storage_key" ON "message_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "message_files_message_id" ON "message_files" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_reports_open_once" ON "message_reports" USING btree ("conversation_id","user_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "message_reports_state" ON "message_reports" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "message_reports_user_id" ON "message_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reports_message_id" ON "message_reports" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_reports_decided_by" ON "message_reports" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_key" ON "messages" USING btree ("sender_id","client_key");--> statement-breakpoint
CREATE INDEX "messages_same_text" ON "messages" USING btree ("sender_id","text_hash","created_at") WHERE text_hash is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("conversation_id",to_tsvector('simple', text));--> statement-breakpoint
CREATE INDEX "user_blocks_blocked_id" ON "user_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "live_events_created_at" ON "live_events" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('resource-file', 'cover', 'banner', 'course-file', 'submission', 'credit-evidence', 'message-file'));--> statement-breakpoint
-- Live streams of a session end with it, whichever way it ends.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'session:' || old.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_tell_ended AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION tell_session_ended();--> statement-breakpoint
CREATE FUNCTION tell_live_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'user:' || new.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER live_events_tell AFTER INSERT ON "live_events"
  FOR EACH ROW EXECUTE FUNCTION tell_live_event();
