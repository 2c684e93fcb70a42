/** What stands in records that nobody asked for. */
export const unaskedText = 'Nobody asked for this.'
