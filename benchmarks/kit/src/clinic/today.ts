/** The day of all tasks; their clocks begin on it. */
export const today = '2026-03-02'
export const startsAt = `${today}T14:00:00Z`
