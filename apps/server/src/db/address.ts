/** Where a database is: a URL, or the parts that the embedded PostgreSQL gives. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/** An unused connection is asked for a sign of life so often, which also keeps it open in routers between. */
export const keepAliveMs = 10_000;
