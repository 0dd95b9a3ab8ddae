// A prepared statement as the driver runs it, with the work left out that is the same each time: the driver copies the
// statement's description and looks up how to read each column for every execution, which costs as much as a small query.
import pg from 'pg';

type ReadText = (text: string) => unknown;
/** The type of a column, by its number in PostgreSQL. */
type Column = { dataTypeID: number };

/** What stays the same from one execution to the next. */
export type Plan<Row> = {
  name: string;
  text: string;
  /** Called once, when PostgreSQL has first said what the columns are. */
  readerFor: (readers: ReadText[]) => (values: readonly (string | null)[]) => Row;
  /** What `readerFor` has made. */
  read?: (values: readonly (string | null)[]) => Row;
};

/** Drizzle reads moments, dates and spans of time itself; the driver reads the rest. */
const { builtins } = pg.types;
const READ_LATER = new Set<number>([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  // Lists of decimals, timestamps, timestamps with zone, spans of time, dates.
  1231,
  1115,
  1185,
  1187,
  1182,
]);
const asItIs: ReadText = (text) => text;
const readText = ({ dataTypeID }: Column): ReadText =>
  READ_LATER.has(dataTypeID) ? asItIs : (pg.types.getTypeParser(dataTypeID) as ReadText);

type Runner = { query(query: pg.Submittable, values: undefined, done: (error?: Error | null) => void): void };

/** One execution. The driver calls the methods with what PostgreSQL answers. */
export class Statement<Row> extends pg.Query {
  readonly #found: Row[] = [];
  readonly #plan: Plan<Row>;
  #problem: Error | null = null;
  /** The driver prepares under this name, once for each connection. */
  readonly name: string;

  constructor(plan: Plan<Row>, values: unknown[]) {
    // As text and values, which the driver takes as they are; an object it would copy property by property.
    super(plan.text, values);
    this.name = plan.name;
    this.#plan = plan;
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#attempt(() => (this.#plan.read ??= this.#plan.readerFor(fields.map(readText))));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { read } = this.#plan;
    if (read && this.#problem === null) this.#attempt(() => this.#found.push(read(fields)));
  }

  /** Whatever fails, the connection has more to say before it is free again. */
  #attempt(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      this.#problem = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** On the pool, or on the connection of a transaction. */
  runOn(client: pg.Pool | pg.ClientBase): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null) => {
        const problem = error ?? this.#problem;
        if (problem) reject(problem);
        else resolve(this.#found);
      };
      // Of a query object the types know no callback; both handles take one, as for any other query.
      (client as unknown as Runner).query(this, undefined, done);
    });
  }
}
