CREATE TABLE "resource_viewers" (
	"resource_id" integer NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "resource_viewers_resource_id_day_viewer_pk" PRIMARY KEY("resource_id","day","viewer")
);
--> statement-breakpoint
CREATE TABLE "view_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resource_viewers" ADD CONSTRAINT "resource_viewers_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_viewers_day" ON "resource_viewers" USING btree ("day");