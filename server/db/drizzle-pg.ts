// Drizzle's part for PostgreSQL; see drizzle.ts.
export * from 'drizzle-orm/pg-core';
