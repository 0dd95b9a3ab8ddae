ALTER TABLE "instructor_listings" ADD COLUMN "next_start" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "instructor_listings_next_start" ON "instructor_listings" USING btree ("next_start","instructor_id") WHERE is_listed;--> statement-breakpoint
CREATE FUNCTION keep_next_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE instructor_listings SET next_start = new.next_starts[1]
  WHERE instructor_id = new.instructor_id AND next_start IS DISTINCT FROM new.next_starts[1];
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER instructor_openings_listing AFTER INSERT OR UPDATE OF next_starts ON "instructor_openings"
  FOR EACH ROW EXECUTE FUNCTION keep_next_start();
--> statement-breakpoint
UPDATE instructor_listings t SET next_start = o.next_starts[1] FROM instructor_openings o WHERE o.instructor_id = t.instructor_id;
