/** The text of records that nobody asked for. */
export const unaskedText = 'Nobody asked for this.'
