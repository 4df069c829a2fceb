/** The address of a database: a URL, or the parts that the embedded PostgreSQL gives. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/** How often an unused connection is probed, which also keeps it open in intermediate routers. */
export const keepAliveMs = 10_000;
