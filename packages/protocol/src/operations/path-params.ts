import { closed, id } from '../schema/primitives.js'

/** No parameters in the path or in the query. */
export const none = closed({})

/** `{id}` in the path. */
export const byId = closed({ id })
