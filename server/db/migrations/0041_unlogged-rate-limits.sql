-- Counting a request no longer waits for the disk. A crash of PostgreSQL empties the table; a restart does not.
ALTER TABLE "rate_limits" SET UNLOGGED;
