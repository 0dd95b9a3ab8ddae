-- The one row of settings: everything in it has a default.
INSERT INTO "settings" DEFAULT VALUES;
