CREATE TABLE "staff_decisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"actor_id" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"decided_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "staff_decisions_kind" CHECK ("staff_decisions"."kind" in ('resource', 'application', 'notice', 'seller')),
	CONSTRAINT "staff_decisions_state" CHECK ("staff_decisions"."state" in ('pending', 'applied', 'undone', 'refused')),
	CONSTRAINT "staff_decisions_settled" CHECK (("staff_decisions"."state" = 'pending') = ("staff_decisions"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "staff_decisions" ADD CONSTRAINT "staff_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_decisions_one_pending" ON "staff_decisions" USING btree ("kind","subject_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "staff_decisions_batch" ON "staff_decisions" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "staff_decisions_actor" ON "staff_decisions" USING btree ("actor_id");