CREATE TABLE "help_articles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"topic" text NOT NULL,
	"text" text NOT NULL,
	"position" integer NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', text), 'C')) STORED NOT NULL,
	CONSTRAINT "help_articles_topic" CHECK ("help_articles"."topic" in ('buying', 'refunds', 'courses', 'certificates', 'booking', 'selling', 'privacy')),
	CONSTRAINT "help_articles_title" CHECK (length("help_articles"."title") between 1 and 100),
	CONSTRAINT "help_articles_text" CHECK (length("help_articles"."text") between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "help_articles" ADD CONSTRAINT "help_articles_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "help_articles_slug" ON "help_articles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "help_articles_words" ON "help_articles" USING gin ("words");--> statement-breakpoint
CREATE INDEX "help_articles_updated_by" ON "help_articles" USING btree ("updated_by");