import { Type } from 'typebox'
import { dateTime } from './primitives.js'

/** A link that opens the pages of a task run or a playground in a browser. */
export const workstationLink = Type.Object({
  /** The path of a page that starts a session in a browser. It can be opened once. */
  url: Type.String(),
  /** The time at which it expires. */
  expires_at: dateTime,
})
