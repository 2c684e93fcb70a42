/** `task_run_id` as `taskRunId`; a leading underscore stays: `_meta`. */
export function toCamelCase(key: string): string {
  return key.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
