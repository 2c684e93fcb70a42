import type { JsonObject } from '@carebench/protocol'

/** When a step of a scenario happens: so many seconds after the beginning of the day, or after something was done. */
export type Moment =
  | { readonly at_seconds: number }
  | { readonly after: { readonly event: string; readonly where: JsonObject; readonly delay_seconds: number } }
