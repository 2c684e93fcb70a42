/** Converts `task_run_id` to `taskRunId`; a leading underscore is kept: `_meta`. */
export function toCamelCase(key: string): string {
  return key.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
