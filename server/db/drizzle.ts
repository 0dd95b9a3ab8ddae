// Drizzle, for every module that writes SQL. By its own name, Node would read its package.json of 179 kB once more for each of
// them: half of the time it took to load the server.
export * from 'drizzle-orm';
