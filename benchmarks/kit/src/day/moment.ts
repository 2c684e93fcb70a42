import type { JsonObject } from '@carebench/protocol'

/** When a step of a scenario happens: a number of seconds after the start of the day, or after an event. */
export type Moment =
  | { readonly at_seconds: number }
  | { readonly after: { readonly event: string; readonly where: JsonObject; readonly delay_seconds: number } }
