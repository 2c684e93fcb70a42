// In its own file, because the declarations of postgres-driver.ts need the types of `pg`.

/** Thrown if the package `pg`, the driver of PostgreSQL, is not installed. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError'
}
